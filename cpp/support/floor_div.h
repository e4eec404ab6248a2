// Division that rounds down, as Python's `//` does.
#pragma once
#include <cstdint>
#include <type_traits>

namespace unpython {

/// For `b` other than 0, and a quotient that fits.
template <typename A, typename B>
[[nodiscard]] constexpr std::common_type_t<A, B> floor_div(A a, B b) {
  using T = std::common_type_t<A, B>;
  if constexpr (sizeof(T) > sizeof(int64_t)) {  // 128 bits are divided in software
    const auto fits = [](T x) { return x >= INT64_MIN && x <= INT64_MAX; };
    if (fits(a) && fits(b) && b != -1) return floor_div(static_cast<int64_t>(a), static_cast<int64_t>(b));
  }
  const T quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

}  // namespace unpython
