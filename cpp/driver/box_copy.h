// Copies between strided arrays of the host and contiguous memory.
#pragma once
#include <cstdint>

#include "abi/frame.h"
#include "driver/placement.h"

namespace unpython::driver {

/// Elements of `array` -> `packed`, which holds them as `placed` says (strides in elements of `item_bytes`).
void gather(const abi::ArrayArgument& array, int rank, int64_t item_bytes, const PlacedArray& placed,
            char* packed);
/// The other way: stores every element of `array` and no other byte.
void scatter(const char* packed, const PlacedArray& placed, int rank, int64_t item_bytes,
             const abi::ArrayArgument& array);
/// The elements of `array` lie in host memory just as `placed` says.
[[nodiscard]] bool lies_packed(const abi::ArrayArgument& array, int rank, int64_t item_bytes,
                               const PlacedArray& placed);

}  // namespace unpython::driver
