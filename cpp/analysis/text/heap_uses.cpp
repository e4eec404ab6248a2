#include "analysis/text/heap_uses.h"

#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

class CollectHeapUses {
 public:
  explicit CollectHeapUses(const Function& f) : f_(f), uses_(static_cast<size_t>(f.arrays.size())) {}

  std::vector<HeapUses> run() {
    for (const ArrayId array : f_.returned_arrays()) of(array).returned = true;
    block(f_.body);
    return std::move(uses_);
  }

 private:
  HeapUses& of(ArrayId array) { return uses_[static_cast<size_t>(array.value)]; }

  void block(const Block& block) {
    for (const StmtId id : block) statement(id);
  }

  void statement(StmtId id) {
    const Stmt& stmt = f_[id];
    for (const ExprId root : expressions(stmt))
      walk_exprs(f_, root, [&](ExprId e) { expression(f_[e].node); });
    if (const auto* store = std::get_if<Store>(&stmt.node))
      of(store->array).stores.push_back({id, loops_, conditional_});
    if (const auto* allocate = std::get_if<Allocate>(&stmt.node))
      of(allocate->array).allocations.push_back(id);
    if (const auto* update = std::get_if<AtomicUpdate>(&stmt.node)) of(update->array).other = true;
    if (const auto* check = std::get_if<CheckIndex>(&stmt.node)) of(check->array).other = true;
    if (const auto* call = std::get_if<CallHost>(&stmt.node)) {
      for (const HostArgument& argument : call->arguments)
        if (argument.array.valid()) of(argument.array).other = true;
    }
    const bool around = conditional_;
    if (const auto* loop = std::get_if<For>(&stmt.node)) {
      loops_.push_back(id);
      conditional_ = false;
      block(loop->body);
      loops_.pop_back();
    } else {
      conditional_ = true;
      for (const Block* nested : blocks(stmt)) block(*nested);
    }
    conditional_ = around;
  }

  void expression(const ExprNode& node) {
    if (const auto* load = std::get_if<Load>(&node)) ++of(load->array).loads;
    if (const auto* extent = std::get_if<Extent>(&node)) of(extent->array).other = true;
    if (const auto* wrap = std::get_if<WrapIndex>(&node)) of(wrap->array).other = true;
  }

  const Function& f_;
  std::vector<HeapUses> uses_;
  std::vector<StmtId> loops_;
  bool conditional_ = false;
};

}  // namespace

std::optional<std::vector<int64_t>> known_extents(const Function& f, const Allocate& allocation) {
  std::vector<int64_t> extents;
  for (const ExprId extent : allocation.extents) {
    const auto* number = std::get_if<Const>(&f[extent].node);
    if (number == nullptr || number->value.integer < 1) return std::nullopt;
    extents.push_back(number->value.integer);
  }
  if (extents.empty()) return std::nullopt;
  return extents;
}

std::vector<HeapUses> heap_uses(const Function& function) { return CollectHeapUses(function).run(); }

}  // namespace unpython::analysis
