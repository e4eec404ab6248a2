// Conditions as inequalities: what holds in either branch.
#include <utility>

#include "analysis/call/collector.h"
#include "ir/constant.h"
#include "ir/eval.h"

namespace unpython::analysis {

using namespace ir;
using integers::LinearForm;

namespace {

constexpr size_t kMostWays = 8;

/// Says nothing.
Ways unknown_ways() { return {{{}}, false}; }

Condition unknown_condition() { return {unknown_ways(), unknown_ways(), std::nullopt}; }

Condition known_condition(bool value) {
  const Ways always{{{}}, true};
  const Ways never{{{{LinearForm(-1)}}}, true};
  return {value ? always : never, value ? never : always, value};
}

/// Both hold.
Ways both(const Ways& a, const Ways& b) {
  if (a.ways.size() * b.ways.size() > kMostWays) return unknown_ways();
  Ways result{{}, a.exact && b.exact};
  for (const auto& x : a.ways) {
    for (const auto& y : b.ways) {
      result.ways.push_back(x);
      result.ways.back().insert(result.ways.back().end(), y.begin(), y.end());
    }
  }
  return result;
}

/// One of the two holds.
Ways either(const Ways& a, const Ways& b) {
  if (a.ways.size() + b.ways.size() > kMostWays) return unknown_ways();
  Ways result{a.ways, a.exact && b.exact};
  result.ways.insert(result.ways.end(), b.ways.begin(), b.ways.end());
  return result;
}

Condition conjunction(const Condition& a, const Condition& b) {
  if (a.known == false || b.known == false) return known_condition(false);
  if (a.known == true) return b;
  if (b.known == true) return a;
  return {both(a.yes, b.yes), either(a.no, b.no), std::nullopt};
}

Condition negation(Condition condition) {
  std::swap(condition.yes, condition.no);
  if (condition.known) condition.known = !*condition.known;
  return condition;
}

}  // namespace

/// form >= 0, and otherwise form <= -1.
Condition Collector::at_least_zero(const std::optional<LinearForm>& form) {
  if (!form) return unknown_condition();
  if (form->is_constant()) return known_condition(form->constant() >= 0);
  const std::optional<LinearForm> negative = form->times(-1);
  const std::optional<LinearForm> otherwise = negative ? negative->plus(-1) : std::nullopt;
  if (!otherwise) return unknown_condition();
  Condition result{{{{{*form}}}, true}, {{{{*otherwise}}}, true}, std::nullopt};
  const std::optional<integers::IntegerRange> range = domain_->range(*form, loop_);
  if (range && range->low >= 0) {
    result.known = true;
    result.yes = {{{}}, true};
  } else if (range && range->high < 0) {
    result.known = false;
    result.no = {{{}}, true};
  }
  return result;
}

/// Where the sign of the form is known, as an inequality.
Condition Collector::is_nonzero(const std::optional<LinearForm>& form) {
  if (!form) return unknown_condition();
  if (form->is_constant()) return known_condition(form->constant() != 0);
  const std::optional<LinearForm> negative = form->times(-1);
  if (!negative) return unknown_condition();
  for (const LinearForm* side : {&*form, &*negative}) {
    if (domain_->never_negative(*side, loop_, guard_)) return at_least_zero(side->plus(-1));
  }
  return {{{{{*form, true}}}, true}, {{{{*form}, {*negative}}}, true}, std::nullopt};
}

Condition Collector::compare(const Compare& node) {
  const ScalarType type = f_[node.left].type;
  if (!is_integer(type) || type == ScalarType::UInt64) {
    const Value left = value(node.left);
    const Value right = value(node.right);
    if (type == ScalarType::UInt64 && left.kind == Value::Kind::Form && right.kind == Value::Kind::Form &&
        left.form.is_constant() && right.form.is_constant()) {
      return known_condition(is_true(evaluate(node.op, make_constant(type, left.form.constant()),
                                              make_constant(type, right.form.constant()))));
    }
    if (left.kind != Value::Kind::Number || right.kind != Value::Kind::Number) return unknown_condition();
    return known_condition(is_true(evaluate(node.op, left.number, right.number)));
  }
  const std::optional<LinearForm> left = integer(node.left);
  const std::optional<LinearForm> right = integer(node.right);
  if (!left || !right) return unknown_condition();
  const std::optional<LinearForm> rise = right->minus(*left);  // right - left
  const std::optional<LinearForm> fall = left->minus(*right);
  const auto above_zero = [](const std::optional<LinearForm>& form) {
    return form ? form->plus(-1) : std::nullopt;
  };
  switch (node.op) {
    case CompareOp::Less:
      return at_least_zero(above_zero(rise));
    case CompareOp::LessEqual:
      return at_least_zero(rise);
    case CompareOp::Greater:
      return at_least_zero(above_zero(fall));
    case CompareOp::GreaterEqual:
      return at_least_zero(fall);
    case CompareOp::Equal:
      return negation(is_nonzero(fall));
    case CompareOp::NotEqual:
      return is_nonzero(fall);
  }
  return unknown_condition();
}

Condition Collector::condition(ExprId id) {
  const ExprNode& node = f_[id].node;
  if (const auto* compare = std::get_if<Compare>(&node)) return this->compare(*compare);
  if (const auto* unary = std::get_if<Unary>(&node); unary != nullptr && unary->op == UnaryOp::LogicalNot)
    return negation(condition(unary->operand));
  if (const auto* binary = std::get_if<Binary>(&node)) {
    const bool all = binary->op == BinaryOp::LogicalAnd || binary->op == BinaryOp::BitAnd;
    const bool any = binary->op == BinaryOp::LogicalOr || binary->op == BinaryOp::BitOr;
    if (all || any) {
      Condition left = condition(binary->left);
      Condition right = condition(binary->right);
      return all ? conjunction(left, right)
                 : negation(conjunction(negation(std::move(left)), negation(std::move(right))));
    }
  }
  const Value known = value(id);
  return known.kind == Value::Kind::Number ? known_condition(is_true(known.number)) : unknown_condition();
}

}  // namespace unpython::analysis
