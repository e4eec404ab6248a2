// datetime64 and timedelta64 as scalar types: kind, unit and multiple in the bits of a ScalarType.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "unpython/export.h"
#include "unpython/types.h"

namespace unpython {

/// NumPy's own numbers. From a year to a month and from a week to an attosecond each is a whole number of the next.
enum class TimeUnit : uint8_t {
  Year = 0,
  Month = 1,
  Week = 2,
  Day = 4,
  Hour,
  Minute,
  Second,
  Milli,
  Micro,
  Nano,
  Pico,
  Femto,
  Atto,
  Generic,  ///< none: of np.datetime64('NaT') and np.timedelta64(5)
};

/// `timedelta64[15m]`: {.is_difference = true, .unit = Minute, .multiple = 15}.
struct TimeType {
  bool is_difference = false;
  TimeUnit unit = TimeUnit::Generic;
  int multiple = 1;
  bool operator==(const TimeType&) const = default;
};

inline constexpr int kLargestMultiple = 1023;

[[nodiscard]] constexpr bool is_difference(ScalarType type) { return is_time(type) && (static_cast<uint16_t>(type) & 1U << 14) != 0; }
[[nodiscard]] constexpr bool is_date(ScalarType type) { return is_time(type) && !is_difference(type); }

/// Bits: 15 is set, 14 says that it is a difference, 10-13 unit, 0-9 multiple.
[[nodiscard]] constexpr ScalarType scalar_type(const TimeType& time) {
  return static_cast<ScalarType>(kFirstTimeType | (time.is_difference ? 1U << 14 : 0U) |
                                 static_cast<unsigned>(time.unit) << 10 | static_cast<unsigned>(time.multiple));
}
[[nodiscard]] constexpr TimeType time_type(ScalarType type) {
  const auto bits = static_cast<unsigned>(type);
  return {.is_difference = (bits & 1U << 14) != 0,
          .unit = static_cast<TimeUnit>(bits >> 10 & 15),
          .multiple = static_cast<int>(bits & kLargestMultiple)};
}

/// "datetime64[D]", "timedelta64[15m]", "datetime64"; other types as name_of has them.
[[nodiscard]] UNPYTHON_API std::string full_name(ScalarType type);
/// The type that "datetime64_D" or "timedelta64_15m" names, as programs are written.
[[nodiscard]] std::optional<ScalarType> time_type_named(std::string_view name);

}  // namespace unpython
