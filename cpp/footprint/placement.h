// Where the elements of array arguments lie in device memory: the one place that decides it.
//
// An array alone is packed: its elements without gaps, in the order of the host's strides, so that neighbours
// stay neighbours. Arrays that have bytes in common, where one of them is stored, share the bytes between the
// first and the last of their elements, as on the host.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abi/frame.h"
#include "footprint/trapezoid.h"
#include "ir/function.h"
#include "kernel/launch.h"
#include "runtime/resident.h"

namespace unpython::footprint {

/// Of the host's address where memory that arrays share begins: offsets stay multiples of every item.
inline constexpr uintptr_t kSharedAlignment = 16;

/// One argument on the device; offsets and strides in elements.
struct PlacedArray {
  size_t buffer = 0;
  int64_t first = 0;  ///< of element [0, 0, ...] in the buffer
  std::array<int64_t, kMaxRank> strides{};
  std::array<kernel::Axis, kMaxRank> axes{};  ///< strides count in the steps of these
  std::array<int64_t, kMaxRank> remainder_strides{};  ///< from one remainder, or triangle, of an axis to the next
  std::optional<Trapezoid> rows{};  ///< that lie behind each other, where that takes less than a box
  int unit_dimension = -1;  ///< a dimension of stride 1
  int64_t last = 0;         ///< the element that lies farthest behind the first one, or 0
  bool backwards = false;   ///< some stride is negative
  /// Where a subscript stands along a dimension, in elements.
  [[nodiscard]] int64_t place(size_t dimension, int64_t subscript) const {
    const kernel::Axis& axis = axes[dimension];
    const int64_t remainder = axis.grows ? footprint::triangle(subscript) : axis.remainder(subscript);
    return axis.period(subscript) * strides[dimension] + remainder * remainder_strides[dimension];
  }
};

/// Memory of the device that holds one or more arguments.
struct PlacedBuffer {
  int64_t bytes = 0;
  std::vector<size_t> arrays;  ///< arguments in it
  bool packed = true;
  const char* begin = nullptr;  ///< not packed: the host's first byte of it
  int resident = -1;            ///< the memory that it is, where it is on the device already
};

struct Placement {
  std::vector<PlacedArray> arrays;  ///< array arguments in order
  std::vector<PlacedBuffer> buffers;
};

/// Places the array arguments of a call of `function`. `stored`: by array argument. Arguments in `residents`
/// stay where they are. None where overlapping arguments are not aligned to their items.
[[nodiscard]] std::optional<Placement> place_arrays(const ir::Function& function,
                                                    std::span<const abi::ArrayArgument> arguments,
                                                    const std::vector<bool>& stored,
                                                    std::span<const runtime::Resident> residents = {});

}  // namespace unpython::footprint
