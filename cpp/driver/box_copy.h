// Arrays of the host as boxes that a transfer packs and unpacks.
#pragma once
#include <cstddef>
#include <cstdint>

#include "abi/frame.h"
#include "driver/placement.h"
#include "runtime/strided_copy.h"

namespace unpython::driver {

/// All elements of `array`, which a buffer holds as `placed` says (strides in elements of `item_bytes`). Host
/// offsets count from `host`.
[[nodiscard]] runtime::StridedCopy box_of(const abi::ArrayArgument& array, int rank, int64_t item_bytes,
                                          const PlacedArray& placed, const std::byte* host);

}  // namespace unpython::driver
