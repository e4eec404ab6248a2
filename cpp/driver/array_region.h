// The part of a buffer that one tile of a launch has on the device: a box of one array, packed, or the bytes
// that boxes of arrays that share memory lie in.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "abi/frame.h"
#include "driver/placement.h"
#include "kernel/box.h"
#include "runtime/strided_copy.h"

namespace unpython::driver {

/// An array argument or a local array of a call: as the host has it, and as all of it lies on the device.
struct CallArray {
  abi::ArrayArgument host{};  ///< data is null for a local array that the host has no memory for
  int rank = 0;
  int64_t item_bytes = 1;
  size_t buffer = 0;
  PlacedArray placed{};
};

/// A box of one of the arrays in a buffer.
struct ArrayBox {
  const CallArray* array = nullptr;
  kernel::Box box{};
};

struct Region {
  bool packed = true;
  kernel::Box box{};                 ///< packed: of the array alone in its buffer
  const std::byte* begin = nullptr;  ///< else bytes of the host
  const std::byte* end = nullptr;
  int64_t bytes = 0;  ///< on the device
  bool operator==(const Region&) const = default;
};

/// The elements of a box without gaps, in the order of the whole array.
[[nodiscard]] Region packed_region(const CallArray& array, const kernel::Box& box);
/// The least box around `box` whose elements are all that lie between the first and the last of them in the
/// packed array: it has all subscripts of every dimension but the outermost.
[[nodiscard]] kernel::Box slab_around(const CallArray& array, const kernel::Box& box);
/// The bytes from the lowest to the highest element of boxes of arrays that are placed as they lie.
[[nodiscard]] Region shared_region(std::span<const ArrayBox> boxes);
/// Where the elements of `array` lie in memory that holds `region`; `first` may be before its begin.
[[nodiscard]] PlacedArray placed_in(const CallArray& array, const Region& region);
/// A box of `array` as a copy between the host and memory where it lies as `placed` says. Host offsets count
/// from `host`.
[[nodiscard]] runtime::StridedCopy copy_of(const CallArray& array, const kernel::Box& box,
                                           const PlacedArray& placed, const std::byte* host);

}  // namespace unpython::driver
