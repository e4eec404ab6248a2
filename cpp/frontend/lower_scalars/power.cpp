// `**`. Rule for Python integers: a negative exponent gives a float only where it is a constant; at run time
// it raises.
#include <cmath>
#include <limits>

#include "frontend/lower_scalars/scalar_code.h"

namespace unpython::frontend {

namespace {

constexpr const char* kNegativePower = "0.0 cannot be raised to a negative power";
constexpr int64_t kLargestProduct = 4;

}  // namespace

ir::ExprId ScalarCode::power(const Value& left, const Value& right, const OperatorRule& rule,
                             const SourceRange& range) {
  ir::ExprId base = operand(left, rule.compute, range);
  ir::ExprId exponent = operand(right, rule.compute, range);
  if (rule.compute == ScalarType::Float16) {  // rounded once, where the power is a product too
    const Type wide = strong(ScalarType::Float32);
    const ir::ExprId of_wide = float_power(wide, once(cast(base, wide.scalar)), once(cast(exponent, wide.scalar)), !right.of_array, range);
    return cast(of_wide, rule.compute);
  }
  base = once(base);
  exponent = once(exponent);
  if (is_complex(rule.compute)) return complex_power(rule.result, base, exponent, range);
  if (is_float(rule.compute)) {
    const ir::ExprId value = float_power(rule.result, base, exponent, !right.of_array, range);
    return as_numpy_ && !right.of_array ? rooted(base, exponent, value) : value;
  }
  return integer_power(rule.result, base, exponent, range);
}

ir::ExprId ScalarCode::power_of_either_sign(const Value& left, const Value& right, const SourceRange& range) {
  const ir::ExprId base = once(operand(left, ScalarType::Int64, range));
  const ir::ExprId exponent = once(operand(right, ScalarType::Int64, range));
  const auto as_float = [&](ir::ExprId x) { return cast(x, ScalarType::Float64); };
  const Type result = weak(ScalarType::Float64);
  Branch small = separately([&] { return scalar(result, float_power(result, as_float(base), as_float(exponent), true, range)); });
  Branch whole = separately([&] {
    return scalar(result, as_float(whole_power(weak(ScalarType::Int64), base, exponent, range)));
  });
  return choose_number(less_than(exponent, 0), std::move(small), std::move(whole), ScalarType::Float64, range);
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
      raise_if(negative, ir::ErrorKind::Refused,
               "negative exponent {0}: the result would be a float; write float(base) ** exponent", range,
               {exponent});
    } else {
      raise_if(negative, ir::ErrorKind::ValueError, "Integers to negative integer powers are not allowed.",
               range);
    }
  }
  return whole_power(result, base, exponent, range);
}

ir::ExprId ScalarCode::whole_power(const Type& result, ir::ExprId base, ir::ExprId exponent, const SourceRange& range) {
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

/// NumPy takes the square root where one exponent of 0.5 counts for all elements: -0 of -0, nan of -infinity.
ir::ExprId ScalarCode::rooted(ir::ExprId base, ir::ExprId exponent, ir::ExprId value) {
  const ir::ExprId half = cast(build_.float64(0.5), build_.type_of(base));
  return build_.select(build_.compare(ir::CompareOp::Equal, exponent, half), call(ir::Intrinsic::Sqrt, base), value);
}

/// NumPy's operator multiplies complex elements where a 2 of Python's is the exponent; a power of zero has no sign of its own.
ir::ExprId ScalarCode::squared_by_two(ir::ExprId base, const Value& exponent, ir::ExprId value, const SourceRange& range) {
  const ScalarType type = build_.type_of(value);
  const ir::ExprId is_two = build_.compare(ir::CompareOp::Equal, operand(exponent, type, range), build_.number(type, 2));
  const ir::ExprId number = once(cast(base, type));
  return build_.select(is_two, build_.mul(number, number), value);
}

ir::ExprId ScalarCode::float_power(const Type& result, ir::ExprId base, ir::ExprId exponent, bool is_one_exponent,
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
               ir::ErrorKind::Refused,
               "a negative number to a fractional power is complex; write complex(base) ** exponent", range);
    }
  }
  const auto by_products = known_power(base, exponent, is_one_exponent);
  const ir::ExprId value = by_products ? *by_products : call(ir::Intrinsic::Pow, {base, exponent});
  if (!result.weak) return value;
  const ir::ExprId held = once(value);
  const ir::ExprId operands_finite =
      build_.logical_and(call(ir::Intrinsic::IsFinite, base), call(ir::Intrinsic::IsFinite, exponent));
  raise_if(build_.logical_and(call(ir::Intrinsic::IsInf, held), operands_finite),
           ir::ErrorKind::OverflowError, "(34, 'Numerical result out of range')", range);
  return held;
}

/// A power with a constant exponent without the function pow, where that has the bits that `fp` asks for; empty for
/// others. In strict mode that is what NumPy does without it for all elements; Python always calls pow.
std::optional<ir::ExprId> ScalarCode::known_power(ir::ExprId base, ir::ExprId exponent, bool is_one_exponent) {
  const ir::Constant* known = build_.as_constant(exponent);
  if (!known) return std::nullopt;
  const double n = known->real.real();
  const bool strict = options_.fp == FloatMode::Strict;
  if (strict && !(as_numpy_ && is_one_exponent)) return std::nullopt;
  const ScalarType type = build_.type_of(base);
  if (n == 2) return build_.mul(base, base);
  if (n == -1) return build_.binary(ir::BinaryOp::Divide, build_.number(type, 1), base);
  if (n == 0.5) return square_root(base);
  if (strict) return std::nullopt;
  if (n == -0.5) return inverse_root(base);
  const bool small = n == 3 || n == 4 || n == -2 || n == -3 || n == -4;
  if (!small) return std::nullopt;
  return options_.fp == FloatMode::Fast && n > 0 ? small_power(base, exponent)
                                                 : rounded_power(base, static_cast<int64_t>(n));
}

/// value + correction, the value alone where the correction is no number, beside infinities, and where it is 0: -0 stays.
ir::ExprId ScalarCode::corrected(ir::ExprId value, ir::ExprId correction) {
  correction = once(correction);
  const ir::ExprId corrects = build_.logical_and(call(ir::Intrinsic::IsFinite, correction), build_.logical_not(is_zero(correction)));
  return build_.select(corrects, build_.add(value, correction), value);
}

/// base ** 3, 4, -2, -3 or -4, rounded as if once: each product's rounding error is known from a fused multiply-add.
ir::ExprId ScalarCode::rounded_power(ir::ExprId base, int64_t exponent) {
  const ScalarType type = build_.type_of(base);
  const auto fma = [&](ir::ExprId a, ir::ExprId b, ir::ExprId c) {
    return build_.call(ir::Intrinsic::Fma, {a, b, c});
  };
  const auto negative = [&](ir::ExprId x) { return build_.unary(ir::UnaryOp::Negate, x); };
  const int64_t n = exponent < 0 ? -exponent : exponent;
  ir::ExprId x = base;
  ir::ExprId error;  // of x, as a part of it
  if (exponent < 0) {
    const ir::ExprId one = build_.number(type, 1);
    x = hold(build_.binary(ir::BinaryOp::Divide, one, base));
    error = hold(fma(negative(x), base, one));
  }
  const ir::ExprId square = hold(build_.mul(x, x));
  const ir::ExprId square_rest = hold(fma(x, x, negative(square)));
  ir::ExprId value = square;
  ir::ExprId rest = square_rest;
  if (n == 3) {
    value = hold(build_.mul(square, x));
    rest = fma(square_rest, x, fma(square, x, negative(value)));
  } else if (n == 4) {
    value = hold(build_.mul(square, square));
    rest = fma(build_.add(square_rest, square_rest), square, fma(square, square, negative(value)));
  }
  if (error.valid()) rest = fma(build_.mul(value, build_.number(type, n)), error, rest);
  return corrected(value, rest);
}

/// base ** 0.5 as Python has it: 0 of -0, infinity of -infinity.
ir::ExprId ScalarCode::square_root(ir::ExprId base) {
  const ScalarType type = build_.type_of(base);
  const ir::ExprId infinity = cast(build_.float64(std::numeric_limits<double>::infinity()), type);
  const ir::ExprId lowest = build_.unary(ir::UnaryOp::Negate, infinity);
  const ir::ExprId below = build_.compare(ir::CompareOp::Equal, base, lowest);
  return call(ir::Intrinsic::Sqrt, build_.add(build_.select(below, infinity, base), build_.number(type, 0)));
}

/// base ** -0.5 = 1 / (s + d), where s is the rounded root and d what is missing from it.
ir::ExprId ScalarCode::inverse_root(ir::ExprId base) {
  const ScalarType type = build_.type_of(base);
  const auto fma = [&](ir::ExprId a, ir::ExprId b, ir::ExprId c) {
    return build_.call(ir::Intrinsic::Fma, {a, b, c});
  };
  const auto negative = [&](ir::ExprId x) { return build_.unary(ir::UnaryOp::Negate, x); };
  const ir::ExprId root = hold(square_root(base));
  const ir::ExprId one = build_.number(type, 1);
  const ir::ExprId missing =
      hold(build_.binary(ir::BinaryOp::Divide, fma(negative(root), root, base), build_.add(root, root)));
  const ir::ExprId value = hold(build_.binary(ir::BinaryOp::Divide, one, root));
  const ir::ExprId error = fma(negative(missing), value, fma(negative(value), root, one));
  return corrected(value, build_.mul(value, error));
}

/// base ** exponent by squaring, from 1 and in the order of CPython and NumPy; 1 / of it for a negative exponent.
ir::ExprId ScalarCode::complex_product(ir::ExprId base, int64_t exponent, bool of_numpy, const SourceRange& range) {
  const ScalarType type = build_.type_of(base);
  const ir::ExprId one = build_.number(type, 1);
  const int64_t n = exponent < 0 ? -exponent : exponent;
  ir::ExprId result = one;
  ir::ExprId power = base;
  for (int64_t mask = 1; mask <= n; mask <<= 1) {
    if (mask > 1) power = hold(build_.mul(power, power));
    if ((n & mask) != 0) result = hold(build_.mul(result, power));
  }
  if (exponent >= 0) return result;
  if (of_numpy) return build_.binary(ir::BinaryOp::Divide, one, result);
  result = once(result);
  no_power_of_zero(is_zero(result), range);  // a small base's
  return python_quotient(one, result);
}

void ScalarCode::no_power_of_zero(ir::ExprId wrong, const SourceRange& range) {
  raise_if(wrong, ir::ErrorKind::ZeroDivisionError, "0.0 to a negative or complex power", range);
}

/// |base| ** x exp(-angle y) at the angle x angle + y log|base|, operation by operation as CPython has it. An infinite angle is
/// an error of cos there, which CPython takes for one of a power of 0.
ir::ExprId ScalarCode::python_complex_power(ir::ExprId base, ir::ExprId exponent, const SourceRange& range) {
  using ir::Intrinsic;
  const ir::ExprId re = once(call(Intrinsic::Real, base));
  const ir::ExprId im = once(call(Intrinsic::Imag, base));
  const ir::ExprId x = once(call(Intrinsic::Real, exponent));
  const ir::ExprId y = once(call(Intrinsic::Imag, exponent));
  const ir::ExprId turns = build_.compare(ir::CompareOp::NotEqual, y, build_.float64(0));
  const ir::ExprId size = hold(call(Intrinsic::Abs, base));
  const ir::ExprId angle = hold(call(Intrinsic::Atan2, {im, re}));
  const ir::ExprId plain = hold(call(Intrinsic::Pow, {size, x}));
  const ir::ExprId shrunk =
      build_.binary(ir::BinaryOp::Divide, plain, call(Intrinsic::Exp, build_.mul(angle, y)));
  const ir::ExprId length = hold(build_.select(turns, shrunk, plain));
  const ir::ExprId turned = hold(build_.mul(angle, x));
  const ir::ExprId further = build_.add(turned, hold(build_.mul(y, call(Intrinsic::Log, size))));
  const ir::ExprId phase = hold(build_.select(turns, further, turned));
  const ir::ExprId value = build_.call(
      Intrinsic::MakeComplex,
      {build_.mul(length, call(Intrinsic::Cos, phase)), build_.mul(length, call(Intrinsic::Sin, phase))});
  const ir::ExprId none = build_.logical_and(is_zero(x), is_zero(y));
  const ir::ExprId is_plain = build_.logical_or(none, is_zero(base));
  no_power_of_zero(build_.logical_and(call(Intrinsic::IsInf, phase), build_.logical_not(is_plain)), range);
  const ir::ExprId of_zero = build_.select(is_zero(base), build_.number(ScalarType::Complex128, 0), value);
  return build_.select(none, build_.number(ScalarType::Complex128, 1), of_zero);
}

/// NumPy's powers of zero: 1, or 0 if the exponent's real part is positive, or no number. `value`: of all other numbers.
ir::ExprId ScalarCode::numpy_power_of_zero(ir::ExprId base, ir::ExprId exponent, ir::ExprId value) {
  const ir::Constant* known = build_.as_constant(exponent);
  const double n = known ? known->real.real() : -1;
  const ScalarType type = build_.type_of(base);
  if (n == 0 && known->real.imag() == 0) return value;
  if (n > 0 && known->real.imag() == 0) return build_.select(is_zero(base), build_.number(type, 0), value);
  const ScalarType part = real_part_type(type);
  const ir::ExprId nan = cast(build_.float64(std::numeric_limits<double>::quiet_NaN()), part);
  const ir::ExprId none = build_.call(ir::Intrinsic::MakeComplex, {nan, nan});
  const ir::ExprId positive =
      build_.compare(ir::CompareOp::Greater, call(ir::Intrinsic::Real, exponent), build_.number(part, 0));
  const ir::ExprId special = build_.logical_and(is_zero(base), build_.logical_not(is_zero(exponent)));
  const ir::ExprId of_zero = build_.select(positive, build_.number(type, 0), none);
  return build_.select(special, of_zero, value);
}

ir::ExprId ScalarCode::complex_power(const Type& result, ir::ExprId base, ir::ExprId exponent,
                                     const SourceRange& range) {
  using ir::CompareOp;
  using ir::Intrinsic;
  const bool python = result.weak;
  if (python) {
    const ir::ExprId zero = build_.float64(0);
    const ir::ExprId not_positive =
        build_.logical_or(build_.compare(CompareOp::Less, call(Intrinsic::Real, exponent), zero),
                          build_.compare(CompareOp::NotEqual, call(Intrinsic::Imag, exponent), zero));
    no_power_of_zero(build_.logical_and(is_zero(base), not_positive), range);
  }
  const auto general = [&] {
    return python ? python_complex_power(base, exponent, range) : call(Intrinsic::Pow, {base, exponent});
  };
  const auto checked = [&](ir::ExprId value) {
    if (!python) return numpy_power_of_zero(base, exponent, value);
    value = once(value);
    raise_if(call(Intrinsic::IsInf, value), ir::ErrorKind::OverflowError, "complex exponentiation", range);
    return value;
  };
  constexpr int64_t kMost = 100;  // NumPy stops one before it
  const int64_t most = python ? kMost : kMost - 1;
  if (const ir::Constant* known = build_.as_constant(exponent)) {
    const double n = known->real.real();
    const bool whole =
        known->real.imag() == 0 && std::floor(n) == n && std::abs(n) <= static_cast<double>(most);
    if (!python && as_numpy_ && n == -1 && whole)
      return numpy_unary({.name = "numpy.reciprocal", .family = Family::NumpyReciprocal}, base);
    if (!python && n == 1 && whole) return checked(base);
    if (!python && whole && (n == 2 || n == 3))
      return checked(n == 2 ? build_.mul(base, base) : build_.mul(base, build_.mul(base, base)));
    return checked(whole ? complex_product(base, static_cast<int64_t>(n), !python, range) : general());
  }
  const ScalarType type = build_.type_of(base);
  const ScalarType part = real_part_type(type);
  const ir::ExprId re = once(call(Intrinsic::Real, exponent));
  const ir::ExprId whole = build_.logical_and(
      build_.compare(CompareOp::Equal, call(Intrinsic::Imag, exponent), build_.number(part, 0)),
      build_.logical_and(
          build_.compare(CompareOp::Equal, call(Intrinsic::Floor, re), re),
          build_.compare(CompareOp::LessEqual, call(Intrinsic::Abs, re), build_.number(part, most))));
  Branch few = separately([&] { return scalar(strong(type), squared_often(base, re, !python, range)); });
  Branch other = separately([&] { return scalar(strong(type), general()); });
  return checked(choose_number(whole, std::move(few), std::move(other), type, range));
}

/// complex_product for an exponent of the call. NumPy's powers 1 to 3 begin with the base: 1 * base has NaN where the base is
/// infinite.
ir::ExprId ScalarCode::squared_often(ir::ExprId base, ir::ExprId exponent, bool of_numpy, const SourceRange& range) {
  const ScalarType type = build_.type_of(base);
  const ir::ExprId one = build_.number(type, 1);
  const ir::VarId result = build_.variable(unique_name("power"), type);
  const ir::VarId factor = build_.variable(unique_name("factor"), type);
  const ir::VarId left = build_.variable(unique_name("left"), ScalarType::Int64);
  emit(build_.assign(result, one));
  emit(build_.assign(factor, base));
  emit(build_.assign(left, cast(call(ir::Intrinsic::Abs, exponent), ScalarType::Int64)));
  const ir::ExprId odd = build_.compare(
      ir::CompareOp::NotEqual, build_.binary(ir::BinaryOp::BitAnd, build_.read(left), build_.int64(1)),
      build_.int64(0));
  const ir::ExprId product = build_.mul(build_.read(result), build_.read(factor));
  ir::Block multiplied{build_.assign(result, product)};
  if (of_numpy) {
    const ir::VarId begins = build_.variable(unique_name("begins"), ScalarType::Bool);
    const ScalarType part = build_.type_of(exponent);
    const ir::ExprId from_1 = build_.compare(ir::CompareOp::Greater, exponent, build_.number(part, 0));
    const ir::ExprId to_3 = build_.compare(ir::CompareOp::LessEqual, exponent, build_.number(part, 3));
    emit(build_.assign(begins, build_.logical_and(from_1, to_3)));
    multiplied = {build_.assign(result, build_.select(build_.read(begins), build_.read(factor), product)),
                  build_.assign(begins, build_.boolean(false))};
  }
  ir::Block body;
  body.push_back(build_.if_then(odd, std::move(multiplied)));
  body.push_back(
      build_.assign(left, build_.binary(ir::BinaryOp::ShiftRight, build_.read(left), build_.int64(1))));
  body.push_back(build_.assign(factor, build_.mul(build_.read(factor), build_.read(factor))));
  const ir::ExprId more = build_.compare(ir::CompareOp::Greater, build_.read(left), build_.int64(0));
  emit(build_.statement(ir::While{{}, more, std::move(body)}));
  const ir::ExprId negative = less_than(cast(exponent, ScalarType::Int64), 0);
  if (!of_numpy) no_power_of_zero(build_.logical_and(is_zero(build_.read(result)), negative), range);
  const ir::ExprId inverse = of_numpy ? build_.binary(ir::BinaryOp::Divide, one, build_.read(result))
                                      : python_quotient(one, build_.read(result));
  return build_.select(negative, inverse, build_.read(result));
}

}  // namespace unpython::frontend
