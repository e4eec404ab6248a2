// float16 and what it is rounded from: 1 sign bit, 5 bits of exponent, 10 of mantissa.
#pragma once
#include <cstdint>

namespace unpython::ir {

/// The nearest float16, ties to even; what is too large becomes an infinity. Rounded once, also from double.
[[nodiscard]] uint16_t half_bits(double value);
/// Exact.
[[nodiscard]] double half_value(uint16_t bits);

}  // namespace unpython::ir
