// Making constants in their canonical form, and asking simple things of them.
#pragma once
#include <cstdint>

#include "ir/type.h"

namespace unpython::ir {

/// `value` wrapped to the width of an integer type (Bool: value != 0), or converted to a float or complex
/// type.
[[nodiscard]] Constant make_constant(ScalarType type, int64_t value);
/// `value` rounded to a float or complex type; `type` must be one of these.
[[nodiscard]] Constant make_constant(ScalarType type, std::complex<double> value);
[[nodiscard]] inline Constant make_constant(ScalarType type, double value) {
  return make_constant(type, std::complex<double>(value));
}

[[nodiscard]] inline Constant make_bool(bool value) {
  return make_constant(ScalarType::Bool, int64_t{value});
}
/// Value of a Bool constant, or "is not zero" of a number.
[[nodiscard]] bool is_true(const Constant& constant);
/// An integer or float constant that equals `value`; a float zero must have a positive sign.
[[nodiscard]] bool is_number(const Constant& constant, int64_t value);

/// What every number of a type is at most (`least`), or at least: where a search for the least, or largest, begins. Not complex.
[[nodiscard]] Constant loser(ScalarType type, bool least);

/// The bits of an integer, for arithmetic that wraps.
[[nodiscard]] inline uint64_t as_unsigned(int64_t value) { return static_cast<uint64_t>(value); }

/// Bits of an integer type (Bool: 1).
[[nodiscard]] int bit_width(ScalarType type);

}  // namespace unpython::ir
