#include "analysis/text/affine.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "support/checked_int.h"

namespace unpython::analysis {
namespace {

using namespace ir;

Affine single(ExprId atom) { return {.terms = {{atom, 1}}, .constant = 0}; }

const VarId* variable_of(const Function& f, ExprId atom) {
  const auto* read = std::get_if<Read>(&f[atom].node);
  return read == nullptr ? nullptr : &read->variable;
}

std::optional<Affine> binary_form(const Function& f, ExprId expr, const Binary& binary) {
  const bool sum = binary.op == BinaryOp::Add || binary.op == BinaryOp::Subtract;
  if (!sum && binary.op != BinaryOp::Multiply) return single(expr);
  std::optional<Affine> left = affine_form(f, binary.left);
  std::optional<Affine> right = affine_form(f, binary.right);
  if (!left || !right) return std::nullopt;
  if (sum) return add_scaled(f, *left, *right, binary.op == BinaryOp::Add ? 1 : -1);
  if (!left->is_constant()) std::swap(left, right);
  if (!left->is_constant()) return single(expr);
  return add_scaled(f, Affine{}, *right, left->constant);
}

}  // namespace

std::optional<Affine> affine_form(const Function& f, ExprId expr) {
  const Expr& e = f[expr];
  if (e.type != ScalarType::Int64) return single(expr);
  if (const auto* constant = std::get_if<Const>(&e.node))
    return Affine{.terms = {}, .constant = constant->value.integer};
  if (const auto* binary = std::get_if<Binary>(&e.node)) return binary_form(f, expr, *binary);
  if (const auto* unary = std::get_if<Unary>(&e.node); unary != nullptr && unary->op == UnaryOp::Negate) {
    const std::optional<Affine> operand = affine_form(f, unary->operand);
    return operand ? add_scaled(f, Affine{}, *operand, -1) : std::nullopt;
  }
  return single(expr);
}

std::optional<Affine> add_scaled(const Function& f, const Affine& a, const Affine& b, int64_t factor) {
  Affine sum = a;
  const auto accumulate = [&](int64_t& into, int64_t value) {
    const std::optional<int64_t> scaled = checked_mul(value, factor);
    const std::optional<int64_t> total = scaled ? checked_add(into, *scaled) : std::nullopt;
    if (total) into = *total;
    return total.has_value();
  };
  if (!accumulate(sum.constant, b.constant)) return std::nullopt;
  for (const Term& term : b.terms) {
    auto found = std::find_if(sum.terms.begin(), sum.terms.end(),
                              [&](const Term& t) { return same_value(f, t.atom, term.atom); });
    if (found == sum.terms.end()) found = sum.terms.insert(found, Term{term.atom, 0});
    if (!accumulate(found->coefficient, term.coefficient)) return std::nullopt;
  }
  std::erase_if(sum.terms, [](const Term& t) { return t.coefficient == 0; });
  return sum;
}

int64_t coefficient_of(const Function& f, const Affine& form, VarId variable) {
  for (const Term& term : form.terms) {
    const VarId* atom = variable_of(f, term.atom);
    if (atom != nullptr && *atom == variable) return term.coefficient;
  }
  return 0;
}

Affine without(const Function& f, Affine form, VarId variable) {
  std::erase_if(form.terms, [&](const Term& term) {
    const VarId* atom = variable_of(f, term.atom);
    return atom != nullptr && *atom == variable;
  });
  return form;
}

bool is_fixed(const Function& f, const Affine& form, const VarSet& changing) {
  return std::ranges::all_of(form.terms, [&](const Term& term) { return is_fixed(f, term.atom, changing); });
}

ExprId unwrapped(const Function& f, ExprId index) {
  const auto* wrap = std::get_if<WrapIndex>(&f[index].node);
  return wrap == nullptr ? index : wrap->index;
}

ExprId to_expr(Builder& build, const Affine& form) {
  ExprId sum;
  const auto take = [&](ExprId value, bool minus) {
    if (!sum.valid())
      sum = minus ? build.unary(UnaryOp::Negate, value) : value;
    else
      sum = minus ? build.sub(sum, value) : build.add(sum, value);
  };
  for (const bool minus : {false, true}) {  // positive terms first, so that the text has few signs
    for (const Term& term : form.terms) {
      if ((term.coefficient < 0) != minus) continue;
      const int64_t size = minus && term.coefficient != INT64_MIN ? -term.coefficient : term.coefficient;
      take(build.mul(term.atom, build.int64(size)), minus && term.coefficient != INT64_MIN);
    }
  }
  if (!sum.valid()) return build.int64(form.constant);
  const bool minus = form.constant < 0 && form.constant != INT64_MIN;
  return form.constant == 0 ? sum : (take(build.int64(minus ? -form.constant : form.constant), minus), sum);
}

}  // namespace unpython::analysis
