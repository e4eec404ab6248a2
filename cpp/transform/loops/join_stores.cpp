#include "transform/loops/join_stores.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/bounds.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;

constexpr int kMostJoinedExpressions = 32;  // of a side, subscripts included

class JoinStores : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    if (const auto* loop = std::get_if<For>(&given.node)) {
      counters_.push_back(loop->counter);
      const StmtId rebuilt = rebuild(id);
      counters_.pop_back();
      return {rebuilt};
    }
    const auto* branch = std::get_if<If>(&given.node);
    if (branch == nullptr || counters_.empty() || branch->then_body.size() != 1 || branch->else_body.size() != 1)
      return {rebuild(id)};
    const auto* yes = std::get_if<Store>(&function_[branch->then_body[0]].node);
    const auto* no = std::get_if<Store>(&function_[branch->else_body[0]].node);
    if (yes == nullptr || no == nullptr ||
        !same_element(function_, {yes->array, yes->indices}, {no->array, no->indices}))
      return {rebuild(id)};
    const Store store = *yes;
    const ExprId other = no->value;
    if (!is_cheap(branch->then_body) || !is_cheap(branch->else_body)) return {rebuild(id)};
    std::vector<Load> certain{{store.array, store.indices}};
    walk_exprs(function_, branch->condition, [&](ExprId e) {
      if (const auto* load = std::get_if<Load>(&function_[e].node)) certain.push_back(*load);
    });
    if (!is_safe(store.value, certain) || !is_safe(other, certain)) return {rebuild(id)};
    const ExprId value = build_.select(branch->condition, store.value, other);
    return {build_.store(store.array, store.indices, value, given.range)};
  }

 private:
  [[nodiscard]] bool is_cheap(const Block& side) const {
    return count_exprs(function_, side) <= kMostJoinedExpressions && !any_expr(function_, side, [&](ExprId e) {
      const ExprNode& node = function_[e].node;
      const auto* call = std::get_if<Call>(&node);
      return std::holds_alternative<WrapIndex>(node) || is_division(node) ||
             (call != nullptr && call->function != Intrinsic::Minimum && call->function != Intrinsic::Maximum &&
              call->function != Intrinsic::Abs);
    });
  }
  [[nodiscard]] bool is_safe(ExprId value, const std::vector<Load>& certain) const {
    return !any_expr(function_, value, [&](ExprId e) {
      const auto* load = std::get_if<Load>(&function_[e].node);
      return load != nullptr && std::ranges::none_of(certain, [&](const Load& access) {
        if (access.array != load->array) return false;
        for (size_t d = 0; d < load->indices.size(); ++d)
          if (!lies_within(load->indices[d], access.indices[d])) return false;
        return true;
      });
    });
  }
  /// 0 <= index <= inside: equal, or counters and a constant, none of them negative, that together are less.
  [[nodiscard]] bool lies_within(ExprId index, ExprId inside) const {
    if (same_value(function_, index, inside)) return true;
    const auto low = analysis::affine_form(function_, index);
    const auto high = analysis::affine_form(function_, inside);
    const auto above = low && high ? analysis::add_scaled(function_, *high, *low, -1) : std::nullopt;
    if (!above || !above->is_constant() || above->constant < 0 || above->constant > analysis::kAtomLimit) return false;
    if (low->constant < 0 || low->terms.size() > 1) return false;
    return std::ranges::all_of(low->terms, [&](const analysis::Term& term) {
      const auto* read = std::get_if<Read>(&function_[term.atom].node);
      return term.coefficient == 1 && read != nullptr && std::ranges::find(counters_, read->variable) != counters_.end();
    });
  }

  std::vector<VarId> counters_;  ///< of the loops around
};

}  // namespace

Function join_stores(const Function& function) {
  return rewritten<JoinStores>(function);
}

}  // namespace unpython::transform
