#include "transform/loops/join_stores.h"

#include <algorithm>
#include <optional>

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
    if (const auto* loop = std::get_if<For>(&given.node)) return in_loop(id, *loop);
    const auto* branch = std::get_if<If>(&given.node);
    const std::optional<Sides> sides = branch == nullptr || loops_.empty() ? std::nullopt : sides_of(*branch);
    if (!sides) return {rebuild(id)};
    const Load& element = sides->element;
    std::vector<Load> certain{element};
    walk_exprs(function_, branch->condition, [&](ExprId e) {
      if (const auto* load = std::get_if<Load>(&function_[e].node)) certain.push_back(*load);
    });
    if (!is_safe(sides->yes, certain) || (sides->no.valid() && !is_safe(sides->no, certain))) return {rebuild(id)};
    const ExprId other = sides->no.valid() ? sides->no : build_.load(element.array, element.indices);
    return {build_.store(element.array, element.indices, build_.select(branch->condition, sides->yes, other), given.range)};
  }

 private:
  /// What the sides of a branch store to one element; `no` is invalid where the other side stores nothing.
  struct Sides {
    Load element;
    ExprId yes{}, no{};
  };
  struct Around {
    VarId counter{};
    bool keeps_idle_stores = false;  ///< its lanes are those of a parallel loop, which waits for memory more than for masks
  };

  Block in_loop(StmtId id, const For& loop) {
    const bool parallel = !loops_.empty() && loops_.back().keeps_idle_stores;
    loops_.push_back({loop.counter, loop.mark == LoopMark::CpuParallel || (parallel && loop.mark == LoopMark::Vector)});
    const StmtId rebuilt = rebuild(id);
    loops_.pop_back();
    return {rebuilt};
  }
  [[nodiscard]] std::optional<Sides> sides_of(const If& branch) const {
    if (branch.then_body.size() != 1 || branch.else_body.size() > 1 || !is_cheap(branch.then_body) || !is_cheap(branch.else_body))
      return std::nullopt;
    const auto* yes = std::get_if<Store>(&function_[branch.then_body[0]].node);
    if (yes == nullptr) return std::nullopt;
    const Sides one{{yes->array, yes->indices}, yes->value, ExprId{}};
    if (branch.else_body.empty()) return is_read_anyway(one.element, branch.condition) ? std::optional(one) : std::nullopt;
    const auto* no = std::get_if<Store>(&function_[branch.else_body[0]].node);
    if (no == nullptr || !same_element(function_, {yes->array, yes->indices}, {no->array, no->indices})) return std::nullopt;
    return Sides{one.element, yes->value, no->value};
  }
  /// The condition reads the element, and the loop around walks along its row.
  [[nodiscard]] bool is_read_anyway(const Load& element, ExprId condition) const {
    if (loops_.back().keeps_idle_stores || element.indices.empty()) return false;
    const auto form = analysis::affine_form(function_, element.indices.back());
    return form && analysis::coefficient_of(function_, *form, loops_.back().counter) == 1 &&
           any_expr(function_, condition, [&](ExprId e) {
             const auto* load = std::get_if<Load>(&function_[e].node);
             return load != nullptr && same_element(function_, {load->array, load->indices}, {element.array, element.indices});
           });
  }
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
      return term.coefficient == 1 && read != nullptr && std::ranges::find(loops_, read->variable, &Around::counter) != loops_.end();
    });
  }

  std::vector<Around> loops_;
};

}  // namespace

Function join_stores(const Function& function) {
  return rewritten<JoinStores>(function);
}

}  // namespace unpython::transform
