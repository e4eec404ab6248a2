// How often a loop is taken to run where nothing tells: all models of cost use this number.
#pragma once
#include <cstdint>

namespace unpython::analysis {

inline constexpr int64_t kUnknownTrips = 64;

}  // namespace unpython::analysis
