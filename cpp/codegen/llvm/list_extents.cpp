// Finds pairs of an assignment and the Allocate behind it.
#include "codegen/llvm/list_extents.h"

#include <algorithm>
#include <unordered_set>

namespace unpython::codegen {

namespace {

class Pairs {
 public:
  explicit Pairs(const ir::Function& function) : f_(function) { block(f_.body); }
  std::unordered_map<ir::ArrayId, ir::VarId> lengths;
  std::unordered_set<ir::ArrayId> grow;      ///< lists, not arrays alone
  std::unordered_set<ir::ArrayId> others;    ///< arrays that are no such lists
  std::unordered_set<ir::VarId> other_ways;  ///< variables that are assigned elsewhere too

 private:
  void block(const ir::Block& statements) {
    for (size_t i = 0; i < statements.size(); ++i) {
      const ir::StmtNode& node = f_[statements[i]].node;
      if (const auto* assign = std::get_if<ir::Assign>(&node)) {
        const auto* next = i + 1 < statements.size() ? std::get_if<ir::Allocate>(&f_[statements[i + 1]].node) : nullptr;
        if (next == nullptr || !sets(*assign, *next)) other_ways.insert(assign->variable);
      } else if (const auto* allocation = std::get_if<ir::Allocate>(&node)) {
        const auto* before = i > 0 ? std::get_if<ir::Assign>(&f_[statements[i - 1]].node) : nullptr;
        if (before == nullptr || !sets(*before, *allocation)) others.insert(allocation->array);
        if (allocation->keeps) grow.insert(allocation->array);
      } else if (const auto* branch = std::get_if<ir::If>(&node)) {
        block(branch->then_body);
        block(branch->else_body);
      } else if (const auto* loop = std::get_if<ir::For>(&node)) {
        other_ways.insert(loop->counter);
        block(loop->body);
      } else if (const auto* repeated = std::get_if<ir::While>(&node)) {
        block(repeated->head);
        block(repeated->body);
      }
    }
  }

  /// `n = x; allocate a[n]`, where x may stand for n if it is a number.
  bool sets(const ir::Assign& assign, const ir::Allocate& allocation) {
    if (allocation.extents.size() != 1) return false;
    const ir::ExprNode& extent = f_[allocation.extents[0]].node;
    const auto* read = std::get_if<ir::Read>(&extent);
    const auto* number = std::get_if<ir::Const>(&extent);
    const auto* assigned = std::get_if<ir::Const>(&f_[assign.value].node);
    const bool is_same =
        number != nullptr && assigned != nullptr && number->value.integer >= 0 && number->value.integer == assigned->value.integer;
    if (!is_same && (read == nullptr || read->variable != assign.variable)) return false;
    return lengths.emplace(allocation.array, assign.variable).first->second == assign.variable;
  }

  const ir::Function& f_;
};

}  // namespace

ListExtents::ListExtents(const ir::Function& function) : function_(function) {
  const Pairs found(function);
  std::unordered_map<ir::VarId, int> lists;
  for (const auto& [list, length] : found.lengths) ++lists[length];
  for (const auto& [list, length] : found.lengths) {
    if (!found.grow.contains(list) || found.others.contains(list) || found.other_ways.contains(length)) continue;
    if (lists.at(length) == 1) lengths_.emplace(list, length);
  }
  for (const auto& [list, length] : lengths_) variables_.insert(length);
}

ir::VarId ListExtents::of(ir::ArrayId list) const {
  const auto found = lengths_.find(list);
  return found != lengths_.end() ? found->second : ir::VarId{};
}

int64_t ListExtents::added(ir::VarId length, ir::ExprId sum) const {
  const auto* binary = std::get_if<ir::Binary>(&function_[sum].node);
  if (binary == nullptr || (binary->op != ir::BinaryOp::Add && binary->op != ir::BinaryOp::Subtract)) return 0;
  const auto* read = std::get_if<ir::Read>(&function_[binary->left].node);
  const auto* number = std::get_if<ir::Const>(&function_[binary->right].node);
  if (read == nullptr || read->variable != length || number == nullptr) return 0;
  return binary->op == ir::BinaryOp::Add ? number->value.integer : -number->value.integer;
}

int64_t ListExtents::taken(ir::VarId length, ir::ExprId value) const {
  const auto* call = std::get_if<ir::Call>(&function_[value].node);
  if (call == nullptr || call->function != ir::Intrinsic::Maximum) return 0;
  const auto* least = std::get_if<ir::Const>(&function_[call->arguments[1]].node);
  if (least == nullptr || least->value.integer != 0) return 0;
  return std::max(-added(length, call->arguments[0]), int64_t{0});
}

bool ListExtents::is_last(ir::VarId length, ir::ExprId index) const { return added(length, index) == -1; }

}  // namespace unpython::codegen
