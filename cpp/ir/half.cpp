#include "ir/half.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unpython::ir {

namespace {

constexpr int kMantissaBits = 10;
constexpr int kLowestExponent = -14;   // of numbers with a full mantissa
constexpr double kOverflow = 65520.0;  // half way between the largest number and the next power of two
constexpr uint16_t kInfinity = 0x7c00;
constexpr uint16_t kNan = 0x7e00;

}  // namespace

uint16_t half_bits(double value) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const double size = std::fabs(value);
  if (std::isnan(value)) return sign | kNan;
  if (size >= kOverflow) return sign | kInfinity;
  if (size == 0) return sign;
  // The unit of the last place is a power of two, so scaling is exact, and nearbyint rounds once.
  const int exponent = std::max(std::ilogb(size), kLowestExponent);
  const auto units = static_cast<int>(std::nearbyint(std::ldexp(size, kMantissaBits - exponent)));
  const int biased = exponent - kLowestExponent;  // a full mantissa adds one, and one that was rounded up one more
  return static_cast<uint16_t>(sign | ((biased << kMantissaBits) + units));
}

double half_value(uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = (bits & kInfinity) >> kMantissaBits;
  const int mantissa = bits & 0x3ff;
  if (exponent == 31)
    return std::copysign(mantissa != 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity(), sign);
  const int units = exponent == 0 ? mantissa : mantissa + (1 << kMantissaBits);
  return std::copysign(std::ldexp(units, (exponent == 0 ? 1 : exponent) - 1 + kLowestExponent - kMantissaBits), sign);
}

}  // namespace unpython::ir
