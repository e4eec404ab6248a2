// One function for each group of operators that treats its operands alike.
#include "frontend/types/operations.h"

#include <cmath>

#include "frontend/types/times.h"
#include "support/checked_int.h"

namespace unpython::frontend {

namespace {

using B = syntax::BinaryOperator;
using U = syntax::UnaryOperator;
using C = syntax::CompareOperator;

OperatorRule undefined() { return {error_type(), ScalarType::Int64, false}; }
OperatorRule gives(const Type& type) { return {type, type.scalar, false}; }

Type as_number(const Type& type) {
  if (type.weak && type.scalar == ScalarType::Bool) return weak(ScalarType::Int64);
  return type;
}

std::optional<int64_t> fold(B op, const Type& left, const Type& right) {
  const auto a = known_integer(left);
  const auto b = known_integer(right);
  if (!a || !b) return std::nullopt;
  switch (op) {
    case B::Add:
      return checked_add(*a, *b);
    case B::Sub:
      return checked_sub(*a, *b);
    case B::Mult:
      return checked_mul(*a, *b);
    default:
      return std::nullopt;
  }
}

/// Finite real numbers that the program says; Python computes them as the machine does.
std::optional<double> known_real(const Type& type) {
  if (!type.is_scalar() || !type.known || !type.weak || kind_rank(type.scalar) > 2) return std::nullopt;
  if (is_float(type.scalar)) return type.known->real.real();
  const auto integer = known_integer(type);
  constexpr int64_t kExact = int64_t{1} << 53;
  if (!integer || *integer > kExact || *integer < -kExact) return std::nullopt;
  return static_cast<double>(*integer);
}

std::optional<Type> fold_real(B op, const Type& left, const Type& right) {
  const auto a = known_real(left);
  const auto b = known_real(right);
  if (!a || !b || (op == B::Div && *b == 0)) return std::nullopt;
  const double value = op == B::Add ? *a + *b : op == B::Sub ? *a - *b : op == B::Mult ? *a * *b : *a / *b;
  if (!std::isfinite(value)) return std::nullopt;
  return known(ir::Constant{.type = ScalarType::Float64, .integer = 0, .real = value});
}

/// Python's complex takes np.float64 for the float that it is, before NumPy is asked.
bool is_of_python(const Type& left, const Type& right) {
  return left.weak && is_complex(left.scalar) && forget_value(right) == strong(ScalarType::Float64);
}

/// The type that Python or NumPy computes with two numbers in.
Type together(const Type& left, const Type& right) {
  return is_of_python(left, right) ? weak(left.scalar) : forget_value(promote(left, right));
}

OperatorRule add_like(B op, const Type& left, const Type& right) {
  const Type type = as_number(together(left, right));
  if (type.scalar == ScalarType::Bool && op == B::Sub) return undefined();
  OperatorRule rule = gives(type);
  if (const auto value = type.weak && is_integer(type.scalar) ? fold(op, left, right) : std::nullopt)
    rule.result = known_int(*value);
  if (const auto value = type.weak && is_float(type.scalar) ? fold_real(op, left, right) : std::nullopt)
    rule.result = *value;
  return rule;
}

OperatorRule divide(const Type& left, const Type& right) {
  const Type type = together(left, right);
  const auto value = type.weak ? fold_real(B::Div, left, right) : std::nullopt;
  if (value) return {*value, ScalarType::Float64, false};
  if (kind_rank(type.scalar) >= 2) return gives(type);
  return gives(type.weak ? weak(ScalarType::Float64) : strong(ScalarType::Float64));
}

OperatorRule floor_divide(const Type& left, const Type& right) {
  const Type type = as_number(forget_value(promote(left, right)));
  if (is_complex(type.scalar)) return undefined();
  return gives(type.scalar == ScalarType::Bool ? strong(ScalarType::Int8) : type);
}

OperatorRule power(const Type& left, const Type& right) {
  const Type type = as_number(together(left, right));
  if (type.scalar == ScalarType::Bool) return gives(strong(ScalarType::Int8));
  const auto exponent = known_integer(right);
  if (type.weak && is_integer(type.scalar) && exponent && *exponent < 0)
    return gives(weak(ScalarType::Float64));
  return gives(type);
}

OperatorRule bitwise(const Type& left, const Type& right) {
  const Type type = forget_value(promote(left, right));
  return kind_rank(type.scalar) <= 1 ? gives(type) : undefined();
}

OperatorRule shift(const Type& left, const Type& right) {
  const Type type = as_number(forget_value(promote(left, right)));
  if (kind_rank(type.scalar) > 1) return undefined();
  return gives(type.scalar == ScalarType::Bool ? strong(ScalarType::Int8) : type);
}

/// Comparison of two integers (or Bool) as mathematical numbers.
OperatorRule compare_integers(const Type& left, const Type& right, const Type& result) {
  const auto fits_in = [](const Type& number, ScalarType type) {
    const auto value = known_integer(number);
    return value && number.weak && is_integer(type) && fits(*value, type);
  };
  if (left.scalar == right.scalar) return {result, left.scalar, false};
  if (left.weak != right.weak) {
    const Type& number = left.weak ? left : right;
    const Type& other = left.weak ? right : left;
    if (fits_in(number, other.scalar)) return {result, other.scalar, false};
    if (other.scalar == ScalarType::UInt64) return {result, ScalarType::UInt64, true};
    if (number.scalar == ScalarType::Bool) return {result, other.scalar, false};
    return {result, ScalarType::Int64, false};
  }
  const ScalarType type = promote(left.scalar, right.scalar);
  if (is_float(type)) return {result, ScalarType::UInt64, true};
  return {result, type, false};
}

}  // namespace

OperatorRule binary_rule(B op, const Type& left, const Type& right) {
  if (!left.is_scalar() || !right.is_scalar()) return undefined();
  if (is_time(left.scalar) || is_time(right.scalar)) return gives(time_result(op, left, right));
  switch (op) {
    case B::Add:
    case B::Sub:
    case B::Mult:
      return add_like(op, left, right);
    case B::Div:
      return divide(left, right);
    case B::FloorDiv:
    case B::Mod:
      return floor_divide(left, right);
    case B::Pow:
      return power(left, right);
    case B::BitAnd:
    case B::BitOr:
    case B::BitXor:
      return bitwise(left, right);
    case B::LShift:
    case B::RShift:
      return shift(left, right);
    case B::MatMult:
      return undefined();
  }
  return undefined();
}

bool squares_bools(B op, const Type& left, const Type& right) {
  return op == B::Pow && left.is_array() && left.scalar == ScalarType::Bool && right.is_scalar() && right.weak &&
         is_integer(right.scalar) && known_integer(right) == 2;
}

OperatorRule unary_rule(U op, const Type& operand) {
  if (!operand.is_scalar()) return undefined();
  if (is_time(operand.scalar)) {
    const bool fits = is_difference(operand.scalar) && (op == U::Plus || op == U::Minus);
    return fits ? gives(forget_value(operand)) : undefined();
  }
  const Type number = as_number(forget_value(operand));
  switch (op) {
    case U::Not:
      return gives(weak(ScalarType::Bool));
    case U::Plus:
      if (number.scalar == ScalarType::Bool) return undefined();
      if (const auto value = known_integer(operand)) return {known_int(*value), number.scalar, false};
      return gives(number);
    case U::Minus: {
      if (number.scalar == ScalarType::Bool) return undefined();
      if (!operand.known) return gives(number);
      ir::Constant negated = *operand.known;
      negated.type = number.scalar;
      if (kind_rank(negated.type) > 1) negated.real = -negated.real;
      if (negated.integer == INT64_MIN) return gives(number);
      negated.integer = -negated.integer;
      return {known(negated), number.scalar, false};
    }
    case U::Invert:
      if (kind_rank(number.scalar) > 1) return undefined();
      return gives(number);
  }
  return undefined();
}

OperatorRule compare_rule(C op, const Type& left, const Type& right) {
  if (!left.is_scalar() || !right.is_scalar()) return undefined();
  if (is_time(left.scalar) || is_time(right.scalar)) return time_comparison(left, right);
  const bool both_weak = left.weak && right.weak;
  const bool ordering = op != C::Eq && op != C::NotEq;
  const bool of_python = both_weak || (!ordering && is_of_python(left, right));
  const Type result = of_python ? weak(ScalarType::Bool) : strong(ScalarType::Bool);
  const Type type = promote(left, right);
  if (is_complex(type.scalar)) {
    if (both_weak && ordering) return undefined();
    return {result, type.scalar, false};
  }
  if (kind_rank(left.scalar) <= 1 && kind_rank(right.scalar) <= 1)
    return compare_integers(left, right, result);
  return {result, type.scalar, false};
}

std::string_view symbol(B op) {
  constexpr std::string_view kSymbols[] = {"+", "-", "*", "/", "//", "%", "**",
                                           "@", "&", "|", "^", "<<", ">>"};
  return kSymbols[static_cast<int>(op)];
}

std::string_view symbol(U op) {
  constexpr std::string_view kSymbols[] = {"+", "-", "~", "not"};
  return kSymbols[static_cast<int>(op)];
}

std::string_view symbol(C op) {
  constexpr std::string_view kSymbols[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return kSymbols[static_cast<int>(op)];
}

Type strengthen(const Type& type) { return type.is_scalar() && type.weak ? strong(type.scalar) : type; }

}  // namespace unpython::frontend
