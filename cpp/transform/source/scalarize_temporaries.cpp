#include "transform/source/scalarize_temporaries.h"

#include <algorithm>
#include <map>

#include "analysis/text/heap_uses.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::HeapUses;

/// Counts the loads of an array in a block that are at the given subscripts.
int loads_at(const Function& f, const Block& block, ArrayId array, const std::vector<ExprId>& indices) {
  int count = 0;
  walk_all_exprs(f, block, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&f[id].node);
    if (load == nullptr || load->array != array) return;
    count += std::equal(indices.begin(), indices.end(), load->indices.begin(),
                        [&](ExprId a, ExprId b) { return same_value(f, a, b); });
  });
  return count;
}

/// The array is one value in each iteration of the innermost loop around its first store.
bool is_scalar(const Function& f, ArrayId array, const HeapUses& uses) {
  if (uses.other || uses.returned || uses.allocations.size() != 1 || uses.stores.empty()) return false;
  const analysis::HeapStore& first = uses.stores.front();
  if (first.loops.empty() || first.conditional) return false;
  const auto& store = std::get<Store>(f[first.stmt].node);
  const Block& body = std::get<For>(f[first.loops.back()].node).body;
  const auto at = std::find(body.begin(), body.end(), first.stmt);
  if (at == body.end() || loads_at(f, {first.stmt}, array, store.indices) > 0) return false;
  const Block after(at + 1, body.end());
  const analysis::VarSet changing = analysis::assigned_variables(f, after);
  if (!analysis::are_fixed(f, store.indices, changing)) return false;
  size_t stores = 1;
  walk_stmts(f, after, [&](StmtId id) {
    const auto* other = std::get_if<Store>(&f[id].node);
    stores += other != nullptr && other->array == array &&
              std::equal(store.indices.begin(), store.indices.end(), other->indices.begin(),
                         [&](ExprId a, ExprId b) { return same_value(f, a, b); });
    return true;
  });
  return stores == uses.stores.size() && loads_at(f, after, array, store.indices) == uses.loads;
}

bool is_unread(const HeapUses& uses) {
  return uses.loads == 0 && !uses.other && !uses.returned && !uses.allocations.empty();
}

/// Rewrites arrays that became variables, and drops those that nothing reads.
class Replace : public Rewriter {
 public:
  using Rewriter::Rewriter;
  void as_variable(ArrayId array) {
    const Array& was = function_[array];
    variables_[array] = build_.variable(was.name, was.type, was.range);
  }
  void drop(ArrayId array) { variables_[array] = VarId{}; }
  [[nodiscard]] bool any() const { return !variables_.empty(); }

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    const auto found = load != nullptr ? variables_.find(load->array) : variables_.end();
    return found != variables_.end() ? build_.read(found->second) : rebuild(id);
  }
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    if (const auto* allocate = std::get_if<Allocate>(&before.node)) {
      if (variables_.contains(allocate->array)) return {};
    }
    if (const auto* store = std::get_if<Store>(&before.node)) {
      const auto found = variables_.find(store->array);
      if (found != variables_.end() && !found->second.valid()) return {};
      if (found != variables_.end()) return {build_.assign(found->second, expr(store->value), before.range)};
    }
    const StmtId rebuilt = rebuild(id);
    const auto* loop = std::get_if<For>(&function_[rebuilt].node);
    if (rebuilt != id && loop != nullptr && loop->body.empty()) return {};
    return {rebuilt};
  }

 private:
  std::map<ArrayId, VarId> variables_;  ///< invalid: nothing reads the array
};

}  // namespace

Function scalarize_temporaries(const Function& function, FusionReport& report) {
  Function result = function;
  const std::vector<HeapUses> uses = analysis::heap_uses(function);
  Replace replace(result);
  for (int32_t i = 0; i < function.arrays.size(); ++i) {
    const ArrayId array{i};
    const HeapUses& use = uses[static_cast<size_t>(i)];
    if (function[array].space != AddressSpace::Heap || use.allocations.empty()) continue;
    const bool unread = is_unread(use);
    if (!unread && !is_scalar(function, array, use)) continue;
    if (unread) {
      replace.drop(array);
    } else {
      replace.as_variable(array);
      report.push_back({function[use.allocations.front()].range, true,
                        function[array].name + " is one number at a time, not an array"});
    }
  }
  if (!replace.any()) return result;
  result.body = replace.block(result.body);
  return result;
}

}  // namespace unpython::transform
