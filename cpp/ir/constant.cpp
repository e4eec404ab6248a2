#include "ir/constant.h"

#include <bit>
#include <cmath>
#include <limits>

#include "ir/half.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

int64_t wrapped(ScalarType type, int64_t value) {
  if (type == ScalarType::Bool) return value != 0 ? 1 : 0;
  const int above = 64 - bit_width(type);
  const uint64_t raised = static_cast<uint64_t>(value) << above;
  return is_unsigned_integer(type) ? static_cast<int64_t>(raised >> above) : static_cast<int64_t>(raised) >> above;
}

double rounded(ScalarType part, double value) {
  if (part == ScalarType::Float16) return half_value(half_bits(value));
  return part == ScalarType::Float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

/// One rounding, from the integer to the float type (not by way of double).
double to_float(ScalarType part, int64_t value) {
  if (part == ScalarType::Float16) return rounded(part, static_cast<double>(value));  // what double rounds overflows
  return part == ScalarType::Float32 ? static_cast<double>(static_cast<float>(value))
                                     : static_cast<double>(value);
}

bool same_bits(double a, double b) { return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b); }

}  // namespace

bool Constant::operator==(const Constant& other) const {
  return type == other.type && integer == other.integer && same_bits(real.real(), other.real.real()) &&
         same_bits(real.imag(), other.real.imag());
}

Constant make_constant(ScalarType type, int64_t value) {
  if (is_float(type) || is_complex(type)) {
    return {.type = type, .integer = 0, .real = to_float(real_part_type(type), value)};
  }
  return {.type = type, .integer = wrapped(type, value), .real = 0.0};
}

Constant make_constant(ScalarType type, std::complex<double> value) {
  if (!is_float(type) && !is_complex(type)) {
    throw InternalError("building IR", "a real value for a constant of type " + std::string(name_of(type)));
  }
  ScalarType part = real_part_type(type);
  double imaginary = is_complex(type) ? rounded(part, value.imag()) : 0.0;
  return {.type = type, .integer = 0, .real = {rounded(part, value.real()), imaginary}};
}

bool is_true(const Constant& constant) {
  if (is_float(constant.type)) return constant.real.real() != 0;
  if (is_complex(constant.type)) return constant.real.real() != 0 || constant.real.imag() != 0;
  return constant.integer != 0;
}

bool is_number(const Constant& constant, int64_t value) {
  if (is_float(constant.type)) return same_bits(constant.real.real(), static_cast<double>(value));
  return is_integer(constant.type) && constant.integer == value;
}

int bit_width(ScalarType type) { return type == ScalarType::Bool ? 1 : static_cast<int>(8 * size_of(type)); }

Constant loser(ScalarType type, bool least) {
  if (type == ScalarType::Bool) return make_bool(least);
  if (is_float(type)) {
    const double infinity = std::numeric_limits<double>::infinity();
    return make_constant(type, least ? infinity : -infinity);
  }
  if (is_unsigned_integer(type)) return make_constant(type, least ? int64_t{-1} : int64_t{0});
  const int bits = bit_width(type);
  const int64_t largest = bits == 64 ? INT64_MAX : (int64_t{1} << (bits - 1)) - 1;
  return make_constant(type, least ? largest : -largest - 1);
}

}  // namespace unpython::ir
