// `**`. Rule for Python integers: a negative exponent gives a float only where it is a constant; at run time
// it raises.
#include "frontend/lowerer.h"

namespace unpython::frontend {

namespace {

constexpr const char* kNegativePower = "0.0 cannot be raised to a negative power";
constexpr int64_t kLargestProduct = 4;

}  // namespace

ir::ExprId ScalarCode::power(const Value& left, const Value& right, const OperatorRule& rule,
                             const SourceRange& range) {
  const ir::ExprId base = once(operand(left, rule.compute, range));
  const ir::ExprId exponent = once(operand(right, rule.compute, range));
  if (is_complex(rule.compute)) return complex_power(rule.result, base, exponent, range);
  if (is_float(rule.compute)) return float_power(rule.result, base, exponent, range);
  return integer_power(rule.result, base, exponent, range);
}

/// A product for a constant exponent of 2 to 4; empty for others.
std::optional<ir::ExprId> ScalarCode::small_power(ir::ExprId base, ir::ExprId exponent) {
  const ir::Constant* known = build_.as_constant(exponent);
  if (!known) return std::nullopt;
  const double n = is_integer(known->type) ? static_cast<double>(known->integer) : known->real.real();
  if (n < 2 || n > kLargestProduct || n != static_cast<double>(static_cast<int64_t>(n)) ||
      known->real.imag() != 0)
    return std::nullopt;
  const ir::ExprId square = build_.mul(base, base);
  if (n == 2) return square;
  return n == 3 ? build_.mul(square, base) : build_.mul(square, square);
}

ir::ExprId ScalarCode::integer_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                                     const SourceRange& range) {
  if (is_signed_integer(result.scalar)) {
    const ir::ExprId negative = less_than(exponent, 0);
    if (result.weak) {
      raise_if(build_.logical_and(negative, is_zero(base)), ir::ErrorKind::ZeroDivisionError, kNegativePower,
               range);
      raise_if(negative, ir::ErrorKind::ValueError,
               "negative exponent {0}: the result would be a float; write float(base) ** exponent", range,
               {exponent});
    } else {
      raise_if(negative, ir::ErrorKind::ValueError, "Integers to negative integer powers are not allowed.",
               range);
    }
  }
  if (result.weak && options_.overflow == OverflowMode::Check) {
    // Rounded to a double, a power that fits stays below 2**63 or is (-2)**63.
    const ir::ExprId estimate = once(build_.call(
        ir::Intrinsic::Pow, {cast(base, ScalarType::Float64), cast(exponent, ScalarType::Float64)}));
    const ir::ExprId limit = build_.float64(9223372036854775808.0);
    const ir::ExprId above = build_.compare(ir::CompareOp::GreaterEqual, estimate, limit);
    const ir::ExprId below =
        build_.compare(ir::CompareOp::Less, estimate, build_.unary(ir::UnaryOp::Negate, limit));
    // An exponent of 0 or 1 always fits, though its estimate may be rounded up.
    const ir::ExprId grows = build_.compare(ir::CompareOp::Greater, exponent, build_.int64(1));
    raise_if(build_.logical_and(grows, build_.logical_or(above, below)), ir::ErrorKind::OverflowError,
             "integer overflow: the result needs more than 64 bits", range);
  }
  if (const auto product = small_power(base, exponent)) return *product;
  return build_.call(ir::Intrinsic::Pow, {base, exponent});
}

ir::ExprId ScalarCode::float_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                                   const SourceRange& range) {
  const ir::Constant* known = build_.as_constant(exponent);
  const bool whole =
      known && known->real.real() == static_cast<double>(static_cast<int64_t>(known->real.real()));
  const ir::ExprId zero = build_.number(result.scalar, 0);
  if (result.weak) {
    const ir::ExprId negative_exponent = build_.compare(ir::CompareOp::Less, exponent, zero);
    raise_if(build_.logical_and(is_zero(base), negative_exponent), ir::ErrorKind::ZeroDivisionError,
             kNegativePower, range);
    if (!whole) {
      const ir::ExprId fractional =
          build_.compare(ir::CompareOp::NotEqual, call(ir::Intrinsic::Trunc, exponent), exponent);
      const ir::ExprId negative_base = build_.logical_and(build_.compare(ir::CompareOp::Less, base, zero),
                                                          call(ir::Intrinsic::IsFinite, base));
      raise_if(build_.logical_and(negative_base,
                                  build_.logical_and(fractional, call(ir::Intrinsic::IsFinite, exponent))),
               ir::ErrorKind::ValueError,
               "a negative number to a fractional power is complex; write complex(base) ** exponent", range);
    }
  }
  const auto product = options_.fp == FloatMode::Strict ? std::nullopt : small_power(base, exponent);
  const ir::ExprId value = product ? *product : build_.call(ir::Intrinsic::Pow, {base, exponent});
  if (!result.weak) return value;
  const ir::ExprId held = once(value);
  const ir::ExprId operands_finite =
      build_.logical_and(call(ir::Intrinsic::IsFinite, base), call(ir::Intrinsic::IsFinite, exponent));
  raise_if(build_.logical_and(call(ir::Intrinsic::IsInf, held), operands_finite),
           ir::ErrorKind::OverflowError, "(34, 'Numerical result out of range')", range);
  return held;
}

ir::ExprId ScalarCode::complex_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                                     const SourceRange& range) {
  if (result.weak) {
    const ir::ExprId zero = build_.float64(0);
    const ir::ExprId not_positive =
        build_.logical_or(build_.compare(ir::CompareOp::Less, call(ir::Intrinsic::Real, exponent), zero),
                          build_.compare(ir::CompareOp::NotEqual, call(ir::Intrinsic::Imag, exponent), zero));
    raise_if(build_.logical_and(is_zero(base), not_positive), ir::ErrorKind::ZeroDivisionError,
             "0.0 to a negative or complex power", range);
  }
  if (const auto product = small_power(base, exponent)) return *product;
  return build_.call(ir::Intrinsic::Pow, {base, exponent});
}

}  // namespace unpython::frontend
