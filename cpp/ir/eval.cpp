// Operators, comparisons and conversions of constants.
#include "ir/eval.h"

#include <cmath>
#include <limits>

#include "ir/constant.h"
#include "support/floor_div.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

[[noreturn]] void no_meaning(const char* what, ScalarType type) {
  throw InternalError("evaluating IR",
                      std::string(what) + " has no meaning for " + std::string(name_of(type)));
}

int64_t from_bits(uint64_t value) { return static_cast<int64_t>(value); }

int64_t floor_divide(int64_t a, int64_t b) {
  if (b == 0) return 0;
  if (b == -1) return from_bits(0 - as_unsigned(a));
  return floor_div(a, b);
}

int64_t modulo(int64_t a, int64_t b) {
  if (b == 0 || b == -1) return 0;
  int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

int64_t shift_left(ScalarType type, int64_t value, int64_t count) {
  bool in_range = as_unsigned(count) < static_cast<uint64_t>(bit_width(type));
  return in_range ? from_bits(as_unsigned(value) << count) : 0;
}

int64_t shift_right(ScalarType type, int64_t value, int64_t count) {
  bool in_range = as_unsigned(count) < static_cast<uint64_t>(bit_width(type));
  if (is_signed_integer(type)) return in_range ? value >> count : (value < 0 ? -1 : 0);
  return in_range ? from_bits(as_unsigned(value) >> count) : 0;
}

/// Bool and integers; the caller wraps the result to the width of `type`.
int64_t integer_binary(BinaryOp op, ScalarType type, int64_t a, int64_t b) {
  bool is_unsigned = is_unsigned_integer(type);
  switch (op) {
    case BinaryOp::Add:
      return from_bits(as_unsigned(a) + as_unsigned(b));
    case BinaryOp::Subtract:
      return from_bits(as_unsigned(a) - as_unsigned(b));
    case BinaryOp::Multiply:
      return from_bits(as_unsigned(a) * as_unsigned(b));
    case BinaryOp::FloorDivide:
      if (is_unsigned) return b == 0 ? 0 : from_bits(as_unsigned(a) / as_unsigned(b));
      return floor_divide(a, b);
    case BinaryOp::Modulo:
      if (is_unsigned) return b == 0 ? 0 : from_bits(as_unsigned(a) % as_unsigned(b));
      return modulo(a, b);
    case BinaryOp::BitAnd:
    case BinaryOp::LogicalAnd:
      return a & b;
    case BinaryOp::BitOr:
    case BinaryOp::LogicalOr:
      return a | b;
    case BinaryOp::BitXor:
      return a ^ b;
    case BinaryOp::ShiftLeft:
      return shift_left(type, a, b);
    case BinaryOp::ShiftRight:
      return shift_right(type, a, b);
    case BinaryOp::Divide:
      break;
  }
  no_meaning("true division", type);
}

/// NumPy's npy_remainder.
template <class T>
T float_modulo(T a, T b) {
  T rest = std::fmod(a, b);
  if (b == 0) return rest;
  if (rest == 0) return std::copysign(T{0}, b);
  return (b < 0) != (rest < 0) ? rest + b : rest;
}

/// NumPy's npy_floor_divide.
template <class T>
T float_floor_divide(T a, T b) {
  if (b == 0) return a / b;
  T rest = std::fmod(a, b);
  T quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(T{0}, a / b);
  T floor = std::floor(quotient);
  return quotient - floor > T{0.5} ? floor + 1 : floor;
}

template <class T>
T float_binary(BinaryOp op, T a, T b) {
  switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Subtract:
      return a - b;
    case BinaryOp::Multiply:
      return a * b;
    case BinaryOp::Divide:
      return a / b;
    case BinaryOp::FloorDivide:
      return float_floor_divide(a, b);
    case BinaryOp::Modulo:
      return float_modulo(a, b);
    default:
      no_meaning("a bit operation", ScalarType::Float64);
  }
}

/// NumPy's scaled division (Smith).
template <class T>
std::complex<T> complex_divide(std::complex<T> a, std::complex<T> b) {
  T abs_real = std::fabs(b.real());
  T abs_imag = std::fabs(b.imag());
  if (abs_real >= abs_imag) {
    if (abs_real == 0 && abs_imag == 0) return {a.real() / abs_real, a.imag() / abs_real};
    T ratio = b.imag() / b.real();
    T scale = T{1} / (b.real() + b.imag() * ratio);
    return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
  }
  T ratio = b.real() / b.imag();
  T scale = T{1} / (b.imag() + b.real() * ratio);
  return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
}

template <class T>
std::complex<T> complex_binary(BinaryOp op, std::complex<T> a, std::complex<T> b) {
  switch (op) {
    case BinaryOp::Add:
      return {a.real() + b.real(), a.imag() + b.imag()};
    case BinaryOp::Subtract:
      return {a.real() - b.real(), a.imag() - b.imag()};
    case BinaryOp::Multiply:
      return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    case BinaryOp::Divide:
      return complex_divide(a, b);
    default:
      no_meaning("this operator", ScalarType::Complex128);
  }
}

template <class T>
bool ordered_compare(CompareOp op, T a, T b) {
  switch (op) {
    case CompareOp::Equal:
      return a == b;
    case CompareOp::NotEqual:
      return a != b;
    case CompareOp::Less:
      return a < b;
    case CompareOp::LessEqual:
      return a <= b;
    case CompareOp::Greater:
      return a > b;
    case CompareOp::GreaterEqual:
      return a >= b;
  }
  return false;
}

/// NumPy's order: real part first; a NaN in an imaginary part makes the real parts count for nothing.
bool complex_compare(CompareOp op, std::complex<double> a, std::complex<double> b) {
  switch (op) {
    case CompareOp::Equal:
      return a.real() == b.real() && a.imag() == b.imag();
    case CompareOp::NotEqual:
      return a.real() != b.real() || a.imag() != b.imag();
    case CompareOp::Greater:
      return complex_compare(CompareOp::Less, b, a);
    case CompareOp::GreaterEqual:
      return complex_compare(CompareOp::LessEqual, b, a);
    case CompareOp::Less:
    case CompareOp::LessEqual:
      break;
  }
  bool imaginary_known = !std::isnan(a.imag()) && !std::isnan(b.imag());
  if (a.real() < b.real()) return imaginary_known;
  return a.real() == b.real() && ordered_compare(op, a.imag(), b.imag());
}

/// cvttsd2si with a 64-bit result.
int64_t truncate_to_int64(double value) {
  bool in_range = value >= -0x1p63 && value < 0x1p63;
  return in_range ? static_cast<int64_t>(value) : std::numeric_limits<int64_t>::min();
}

/// cvttsd2si with a 32-bit result.
int64_t truncate_to_int32(double value) {
  double whole = std::trunc(value);
  bool in_range = whole >= -0x1p31 && whole < 0x1p31;
  return in_range ? static_cast<int64_t>(whole) : std::numeric_limits<int32_t>::min();
}

int64_t float_to_integer(ScalarType type, double value) {
  switch (type) {
    case ScalarType::Int64:
    case ScalarType::UInt32:
      return truncate_to_int64(value);
    case ScalarType::UInt64:
      if (value >= 0x1p63) return truncate_to_int64(value - 0x1p63) ^ std::numeric_limits<int64_t>::min();
      return truncate_to_int64(value);
    default:
      return truncate_to_int32(value);
  }
}

std::complex<float> narrow(std::complex<double> z) {
  return {static_cast<float>(z.real()), static_cast<float>(z.imag())};
}

}  // namespace

Constant evaluate(UnaryOp op, const Constant& operand) {
  bool real = is_float(operand.type) || is_complex(operand.type);
  switch (op) {
    case UnaryOp::Negate:
      if (real) return make_constant(operand.type, -operand.real);
      return make_constant(operand.type, from_bits(0 - as_unsigned(operand.integer)));
    case UnaryOp::BitNot:
      if (real) no_meaning("bitwise not", operand.type);
      return make_constant(operand.type, ~operand.integer);
    case UnaryOp::LogicalNot:
      return make_bool(!is_true(operand));
  }
  no_meaning("this operator", operand.type);
}

Constant evaluate(BinaryOp op, const Constant& left, const Constant& right) {
  switch (left.type) {
    case ScalarType::Float32:
      return make_constant(left.type,
                           static_cast<double>(float_binary(op, static_cast<float>(left.real.real()),
                                                            static_cast<float>(right.real.real()))));
    case ScalarType::Float64:
      return make_constant(left.type, float_binary(op, left.real.real(), right.real.real()));
    case ScalarType::Complex64: {
      std::complex<float> result = complex_binary(op, narrow(left.real), narrow(right.real));
      return make_constant(left.type, std::complex<double>(result));
    }
    case ScalarType::Complex128:
      return make_constant(left.type, complex_binary(op, left.real, right.real));
    default:
      return make_constant(left.type, integer_binary(op, left.type, left.integer, right.integer));
  }
}

Constant evaluate(CompareOp op, const Constant& left, const Constant& right) {
  if (is_complex(left.type)) return make_bool(complex_compare(op, left.real, right.real));
  if (is_float(left.type)) return make_bool(ordered_compare(op, left.real.real(), right.real.real()));
  if (is_unsigned_integer(left.type)) {
    return make_bool(ordered_compare(op, as_unsigned(left.integer), as_unsigned(right.integer)));
  }
  return make_bool(ordered_compare(op, left.integer, right.integer));
}

Constant convert(ScalarType type, const Constant& value) {
  if (type == value.type) return value;
  bool from_real = is_float(value.type) || is_complex(value.type);
  bool to_real = is_float(type) || is_complex(type);
  if (type == ScalarType::Bool) return make_bool(is_true(value));
  if (from_real) {
    if (to_real) return make_constant(type, value.real);
    return make_constant(type, float_to_integer(type, value.real.real()));
  }
  if (to_real && value.type == ScalarType::UInt64) {
    uint64_t unsigned_value = as_unsigned(value.integer);
    bool single = real_part_type(type) == ScalarType::Float32;
    double rounded = single ? static_cast<double>(static_cast<float>(unsigned_value))
                            : static_cast<double>(unsigned_value);
    return make_constant(type, rounded);
  }
  return make_constant(type, value.integer);
}

}  // namespace unpython::ir
