// How many values the message of an exception may show.
#pragma once
#include <cstddef>

namespace unpython {

/// The extents of two arrays of five dimensions each.
inline constexpr size_t kMostErrorArguments = 10;

}  // namespace unpython
