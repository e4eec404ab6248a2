// Powers of Python's integers whose type is only known when the program runs.
#include "frontend/infer/typer.h"

namespace unpython::frontend {

/// The type of an operand, which becomes that of a float where a power of Python's integers, an integer or a float by the sign of its
/// exponent, is only an operand beside a float; or beside an integer in a division by what is never zero, of which the text of the
/// exception would say the types.
Type Typer::beside(syntax::BinaryOperator op, resolved::ExprId operand, const Type& other, bool is_left) {
  using Op = syntax::BinaryOperator;
  Type& type = types_.exprs[static_cast<size_t>(operand.value)];
  const auto* power = std::get_if<resolved::Binary>(&f_[operand].node);
  if (power == nullptr || power->op != Op::Pow || !(type == weak(ScalarType::Int64))) return type;
  const Type& exponent = types_.of(power->right);
  const bool is_float = !other.is_list_of_items() && (other.is_scalar() || other.is_array()) && other.scalar == ScalarType::Float64;
  const bool divides = op == Op::Div && other.is_scalar() && other.scalar == ScalarType::Int64 &&
                       known_integer(is_left ? other : types_.of(power->left)).value_or(0) != 0;
  const bool is_arithmetic = op == Op::Add || op == Op::Sub || op == Op::Mult || op == Op::Div;
  if (is_arithmetic && (is_float || divides) && !known_integer(exponent)) type = weak(ScalarType::Float64);
  return type;
}

}  // namespace unpython::frontend
