// The part of a buffer that one tile of a launch has on the device: a box of one array, packed, or the bytes
// that boxes of arrays that share memory lie in.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abi/frame.h"
#include "footprint/footprint.h"
#include "footprint/placement.h"
#include "runtime/memory/strided_copy.h"

namespace unpython::footprint {

/// An array argument or a local array of a call: as the host has it, and as all of it lies on the device.
struct CallArray {
  abi::ArrayArgument host{};  ///< data is null for a local array that the host has no memory for
  int rank = 0;
  int64_t item_bytes = 1;
  size_t buffer = 0;
  PlacedArray placed{};              ///< as it is held
  std::vector<size_t> dimensions{};  ///< those that tell elements apart, the one of the largest stride first
};

/// A box of one of the arrays in a buffer.
struct ArrayBox {
  const CallArray* array = nullptr;
  Box box{};
};

struct Region {
  bool packed = true;
  Box box{};                         ///< packed: of the array alone in its buffer
  const std::byte* begin = nullptr;  ///< else bytes of the host
  const std::byte* end = nullptr;
  int64_t bytes = 0;  ///< on the device
  bool operator==(const Region&) const = default;
};

/// Places what an array has in a box without gaps, in the order of `dimensions`, the last one innermost; of
/// `placed.rows` the whole rows that pass through the box, where that is less. Gives the number of elements.
[[nodiscard]] int64_t place_box(std::span<const size_t> dimensions, const Box& box, PlacedArray& placed);
/// The elements of a box without gaps, in the order of the whole array.
[[nodiscard]] Region packed_region(const CallArray& array, const Box& box);
/// Dimensions of a placed array whose stride is not 0, the largest stride first.
[[nodiscard]] std::vector<size_t> ordered_dimensions(const PlacedArray& placed, int rank);
/// The bytes from the lowest to the highest element of boxes of arrays that are placed as they lie.
[[nodiscard]] Region shared_region(std::span<const ArrayBox> boxes);
/// Where the elements of `array` lie in memory that holds `region`; `first` may be before its begin.
[[nodiscard]] PlacedArray placed_in(const CallArray& array, const Region& region);
/// Elements of `array` as copies between the host and memory where it lies as `placed` says; see copy_of().
[[nodiscard]] std::vector<runtime::StridedCopy> copies_of(const CallArray& array, const Footprint& part,
                                                          const PlacedArray& placed, const std::byte* host);
/// A box of `array` as a copy between the host and memory where it lies as `placed` says. Host offsets count
/// from `host`.
[[nodiscard]] runtime::StridedCopy copy_of(const CallArray& array, const Box& box, const PlacedArray& placed,
                                           const std::byte* host);

}  // namespace unpython::footprint
