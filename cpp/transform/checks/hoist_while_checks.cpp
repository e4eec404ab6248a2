#include "transform/checks/hoist_while_checks.h"

#include <algorithm>
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/bounds.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/checks/without_checks.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;
using analysis::VarSet;

bool is_straight_code(const Function& f, const Block& block) {
  return holds_only<Assign, Store, If, CheckIndex>(f, block);
}

/// variable >= bound, or variable <= bound.
struct OneSidedBound {
  VarId variable;
  bool below = true;  ///< the bound is the least value
  Affine value;
};

/// What a comparison says of a variable: v >= b, v > b, b < v, v <= b and so on.
std::vector<OneSidedBound> bounds_of(const Function& f, ExprId condition) {
  std::vector<OneSidedBound> result;
  const auto* compare = std::get_if<Compare>(&f[condition].node);
  if (compare == nullptr || f[compare->left].type != ScalarType::Int64) return result;
  const CompareOp op = compare->op;
  if (op == CompareOp::Equal || op == CompareOp::NotEqual) return result;
  const bool strict = op == CompareOp::Less || op == CompareOp::Greater;
  const bool greater = op == CompareOp::Greater || op == CompareOp::GreaterEqual;
  const auto add = [&](ExprId variable, ExprId other, bool below) {
    const auto* read = std::get_if<Read>(&f[variable].node);
    std::optional<Affine> value = analysis::affine_form(f, other);
    if (read == nullptr || !value) return;
    if (strict) value->constant += below ? 1 : -1;
    result.push_back({read->variable, below, *value});
  };
  add(compare->left, compare->right, greater);
  add(compare->right, compare->left, !greater);
  return result;
}

/// The sign of all changes of a variable in statements, each by a constant; 0 where there are others, or none.
int direction(const Function& f, const Block& block, VarId variable) {
  bool up = false;
  bool down = false;
  bool other = false;
  walk_stmts(f, block, [&](StmtId id) {
    const auto* assign = std::get_if<Assign>(&f[id].node);
    if (assign == nullptr || assign->variable != variable) return true;
    const auto form = analysis::affine_form(f, assign->value);
    const bool steps = form && form->terms.size() == 1 && analysis::coefficient_of(f, *form, variable) == 1;
    other = other || !steps || form->constant == 0 || std::abs(form->constant) > analysis::kAtomLimit;
    if (steps) (form->constant > 0 ? up : down) = true;
    return true;
  });
  return other || up == down ? 0 : up ? 1 : -1;
}

/// One While and one bound of its condition.
class Descent {
 public:
  Descent(Function& f, const While& loop, const OneSidedBound& bound)
      : f_(f), build_(f), loop_(loop), bound_(bound) {}

  /// The condition on entry, and the copy; none where nothing is won. `held_from`: the place in the head of a branch that the
  /// comparison guards, or the length of the head.
  std::optional<std::pair<ExprId, While>> run(size_t held_from) {
    const Block whole = all();
    const VarSet changing = analysis::assigned_variables(f_, whole);
    if (!analysis::is_fixed(f_, bound_.value, changing)) return std::nullopt;
    if (direction(f_, whole, bound_.variable) != (bound_.below ? -1 : 1)) return std::nullopt;
    if (analysis::assigned_variables(f_, loop_.head).contains(bound_.variable)) return std::nullopt;
    // Where the condition holds: the branch behind the comparison, and the body up to the next change.
    const bool behind = held_from < loop_.head.size();
    size_t body_end = 0;
    while (body_end < loop_.body.size() &&
           !analysis::assigned_variables(f_, {loop_.body[body_end]}).contains(bound_.variable))
      ++body_end;
    Block held(loop_.body.begin(), loop_.body.begin() + static_cast<std::ptrdiff_t>(body_end));
    Block tested;
    if (behind) tested = std::get<If>(f_[loop_.head[held_from]].node).then_body;
    collect(held);
    collect(tested);
    if (proven_.empty()) return std::nullopt;
    WithoutChecks without(f_, proven_);
    While copy = loop_;
    Block body = without.block(held);
    body.insert(body.end(), loop_.body.begin() + static_cast<std::ptrdiff_t>(body_end), loop_.body.end());
    copy.body = std::move(body);
    if (behind) {
      const Stmt branch = f_[loop_.head[held_from]];
      If test = std::get<If>(branch.node);
      test.then_body = without.block(tested);
      copy.head[held_from] = build_.statement(std::move(test), branch.range);
    }
    return std::pair{predicate(), copy};
  }

 private:
  Block all() const {
    Block whole = loop_.head;
    whole.insert(whole.end(), loop_.body.begin(), loop_.body.end());
    return whole;
  }

  void collect(const Block& block) {
    walk_stmts(f_, block, [&](StmtId id) {
      if (const auto* check = std::get_if<CheckIndex>(&f_[id].node))
        subscript(check->array, check->dimension, check->index);
      return true;
    });
  }

  void subscript(ArrayId array, int dimension, ExprId index) {
    const auto form = analysis::affine_form(f_, index);
    if (!form || form->terms.size() != 1 || analysis::coefficient_of(f_, *form, bound_.variable) != 1 ||
        std::abs(form->constant) > analysis::kAtomLimit)
      return;
    Affine low = bound_.value;
    Affine high{.terms = {{build_.read(bound_.variable), 1}}, .constant = 0};
    if (!bound_.below) std::swap(low, high);
    low.constant += form->constant;
    high.constant += form->constant;
    if (low.is_constant() && low.constant < 0) return;
    require(build_.compare(CompareOp::GreaterEqual, analysis::to_expr(build_, low), build_.int64(0)));
    require(
        build_.compare(CompareOp::Less, analysis::to_expr(build_, high), build_.extent(array, dimension)));
    proven_.push_back({array, dimension, index});
  }

  void require(ExprId condition) {
    if (!std::ranges::any_of(conditions_, [&](ExprId known) { return same_value(f_, known, condition); }))
      conditions_.push_back(condition);
  }

  ExprId predicate() {
    std::vector<ExprId> atoms{build_.read(bound_.variable)};
    for (const analysis::Term& term : bound_.value.terms) atoms.push_back(term.atom);
    for (const ExprId atom : atoms) {
      require(build_.compare(CompareOp::LessEqual, atom, build_.int64(analysis::kAtomLimit)));
      require(build_.compare(CompareOp::GreaterEqual, atom, build_.int64(-analysis::kAtomLimit)));
    }
    ExprId all = build_.boolean(true);
    for (const ExprId condition : conditions_) all = build_.logical_and(all, condition);
    return all;
  }

  Function& f_;
  Builder build_;
  While loop_;
  const OneSidedBound& bound_;
  std::vector<CheckedSubscript> proven_;
  std::vector<ExprId> conditions_;
};

class HoistWhileChecks : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const Stmt stmt = function_[id];
    const auto* loop = std::get_if<While>(&stmt.node);
    if (loop == nullptr || !is_straight_code(function_, loop->head) ||
        !is_straight_code(function_, loop->body))
      return {rebuild(id)};
    const auto [condition, held_from] = first_test(*loop);
    for (const OneSidedBound& bound : bounds_of(function_, condition)) {
      auto copy = Descent(function_, *loop, bound).run(held_from);
      if (!copy) continue;
      const StmtId fast = build_.statement(std::move(copy->second), stmt.range);
      return {build_.if_then(copy->first, {fast}, {id}, stmt.range)};
    }
    return {rebuild(id)};
  }

 private:
  /// `v >= b` alone, or in front of `and`: t = v >= b; if t: ...; t = the rest. Then the comparison holds in that branch (its place in
  /// the head is given) and, as t does, in the body.
  std::pair<ExprId, size_t> first_test(const While& loop) const {
    const std::pair alone{loop.condition, loop.head.size()};
    if (loop.head.empty()) return alone;
    const auto* read = std::get_if<Read>(&function_[loop.condition].node);
    const auto* first = std::get_if<Assign>(&function_[loop.head[0]].node);
    const bool joined =
        loop.head.size() == 2 && read != nullptr && first != nullptr && first->variable == read->variable;
    const auto* branch = joined ? std::get_if<If>(&function_[loop.head[1]].node) : nullptr;
    const auto* tested = branch != nullptr ? std::get_if<Read>(&function_[branch->condition].node) : nullptr;
    if (tested == nullptr || tested->variable != read->variable || !branch->else_body.empty()) return alone;
    return {first->value, 1};
  }
};

}  // namespace

Function hoist_while_checks(const Function& function) {
  return rewritten<HoistWhileChecks>(function);
}

}  // namespace unpython::transform
