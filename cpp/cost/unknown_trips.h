// How often a loop is taken to run: all models of cost use these numbers.
#pragma once
#include <cstdint>

namespace unpython::cost {

inline constexpr int64_t kUnknownTrips = 64;             // where nothing tells
inline constexpr int64_t kMostTrips = int64_t{1} << 20;  // where more are known or possible

}  // namespace unpython::cost
