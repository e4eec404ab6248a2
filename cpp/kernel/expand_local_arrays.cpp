#include "kernel/expand_local_arrays.h"

#include <map>

#include "analysis/variables.h"
#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

/// Replaces arrays by their expanded ones in the body of one loop.
class Expand : public Rewriter {
 public:
  Expand(Function& function, const std::map<ArrayId, ArrayId>& arrays, ExprId iteration)
      : Rewriter(function), arrays_(arrays), iteration_(iteration) {}

  ExprId expr(ExprId id) override {
    const ExprId rebuilt = rebuild(id);
    const ExprNode node = function_[rebuilt].node;
    if (const auto* load = std::get_if<Load>(&node)) {
      if (const ArrayId* array = find(load->array)) return build_.load(*array, place(load->indices));
    }
    if (const auto* extent = std::get_if<Extent>(&node)) {
      if (const ArrayId* array = find(extent->array)) return build_.extent(*array, extent->dimension + 1);
    }
    if (const auto* wrap = std::get_if<WrapIndex>(&node)) {
      if (const ArrayId* array = find(wrap->array))
        return build_.wrap_index(*array, wrap->dimension + 1, wrap->index);
    }
    return rebuilt;
  }

  Block stmt(StmtId id) override {
    if (const auto* allocation = std::get_if<Allocate>(&function_[id].node)) {
      if (find(allocation->array) != nullptr) return {};
    }
    const bool holds = allocates(id);
    const StmtId rebuilt = rebuild(id);
    Stmt copy = function_[rebuilt];
    if (auto* store = std::get_if<Store>(&copy.node)) {
      const ArrayId* array = find(store->array);
      if (array == nullptr) return {rebuilt};
      return {build_.store(*array, place(store->indices), store->value, copy.range)};
    }
    if (auto* update = std::get_if<AtomicUpdate>(&copy.node)) {
      const ArrayId* array = find(update->array);
      if (array == nullptr) return {rebuilt};
      *update = AtomicUpdate{*array, place(update->indices), update->op, update->value};
      return {build_.statement(std::move(copy.node), copy.range)};
    }
    if (auto* check = std::get_if<CheckIndex>(&copy.node)) {
      const ArrayId* array = find(check->array);
      if (array == nullptr) return {rebuilt};
      *check = CheckIndex{*array, check->dimension + 1, check->index, check->error};
      return {build_.statement(std::move(copy.node), copy.range)};
    }
    auto* loop = std::get_if<For>(&copy.node);
    if (loop == nullptr || !holds || loop->mark != LoopMark::Parallel) return {rebuilt};
    loop->mark = LoopMark::Sequential;
    return {build_.statement(std::move(copy.node), copy.range)};
  }

 private:
  const ArrayId* find(ArrayId array) const {
    const auto found = arrays_.find(array);
    return found == arrays_.end() ? nullptr : &found->second;
  }
  std::vector<ExprId> place(const std::vector<ExprId>& indices) const {
    std::vector<ExprId> result{iteration_};
    result.insert(result.end(), indices.begin(), indices.end());
    return result;
  }
  bool allocates(StmtId id) const {
    bool found = false;
    walk_stmts(function_, {id}, [&](StmtId inner) {
      const auto* allocation = std::get_if<Allocate>(&function_[inner].node);
      found |= allocation != nullptr && find(allocation->array) != nullptr;
      return !found;
    });
    return found;
  }

  const std::map<ArrayId, ArrayId>& arrays_;
  ExprId iteration_;
};

class ExpandLocalArrays : public Rewriter {
 public:
  using Rewriter::Rewriter;
  ExprId expr(ExprId id) override { return id; }

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuild(id)};
    std::map<ArrayId, ArrayId> arrays;
    Block result = allocations(*loop, before.range, arrays);
    if (arrays.empty()) return {id};
    For copy = *loop;
    copy.body = Expand(function_, arrays, build_.read(loop->counter)).block(loop->body);
    result.push_back(build_.statement(std::move(copy), before.range));
    return result;
  }

 private:
  /// One allocation for all iterations, for each array of the body.
  Block allocations(const For& loop, const SourceRange& range, std::map<ArrayId, ArrayId>& arrays) {
    analysis::VarSet changing = analysis::assigned_variables(function_, loop.body);
    changing.insert(loop.counter);
    std::vector<Allocate> found;
    walk_stmts(function_, loop.body, [&](StmtId id) {
      const auto* allocation = std::get_if<Allocate>(&function_[id].node);
      if (allocation != nullptr) found.push_back(*allocation);
      return true;
    });
    Block result;
    for (const Allocate& allocation : found) {
      const Array own = function_[allocation.array];
      bool fixed = own.rank < kMaxRank;
      for (ExprId extent : allocation.extents) {
        walk_exprs(function_, extent, [&](ExprId part) {
          // The extents of other local arrays are known before the loop as little as what it assigns.
          const auto* other = std::get_if<Extent>(&function_[part].node);
          fixed = fixed && (other == nullptr || function_[other->array].space == AddressSpace::Argument);
        });
        fixed = fixed && !analysis::reads_any(function_, extent, changing) &&
                !analysis::has_load(function_, extent);
      }
      if (!fixed || arrays.contains(allocation.array)) continue;
      const ArrayId all = build_.heap_array(own.name + ".rows", own.type, own.rank + 1);
      std::vector<ExprId> extents{build_.max(build_.int64(1), loop.extent)};
      extents.insert(extents.end(), allocation.extents.begin(), allocation.extents.end());
      result.push_back(build_.statement(Allocate{all, std::move(extents)}, range));
      arrays.emplace(allocation.array, all);
    }
    return result;
  }
};

}  // namespace

Function expand_local_arrays(const Function& function) {
  Function result = function;
  Block body = ExpandLocalArrays(result).block(result.body);
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::kernel
