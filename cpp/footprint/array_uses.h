// What the iterations of a launch touch of each array, found with the numbers of the call.
//
// Exact where subscripts and the extents of loops are sums of multiples of counters; else a superset:
// subscripts that the data chooses give the whole axis. Every subscript of a kernel is within its axis
// (checks stand before it), so boxes are cut off there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "footprint/footprint.h"
#include "footprint/launch_numbers.h"
#include "kernel/launch.h"

namespace unpython::footprint {

/// One array of a kernel.
struct ArrayUse {
  Footprint loaded;   ///< what may be loaded before the same iteration stores it
  Footprint stored;   ///< what may be stored
  Footprint certain;  ///< what is stored, whatever the data; a part of `stored`
  [[nodiscard]] Footprint touched() const;
  /// Whose values from before the launch have to be there.
  [[nodiscard]] Footprint needed() const;
};

/// The boxes that references touch, as they are found.
struct TouchedBoxes {
  std::vector<Box> loaded;
  std::vector<Box> certain;
  std::vector<Box> maybe;  ///< stored, perhaps
  [[nodiscard]] ArrayUse use() &&;
};

/// Iterations of one Grid loop.
struct IterationRange {
  int64_t first = 0;
  int64_t end = 0;
};

/// A reference that takes more boxes is enclosed in one.
inline constexpr size_t kMostBoxes = size_t{1} << 13;

/// For each of kernel.arrays what iterations `ranges` (one for each of kernel.grid, none of them empty) touch; all
/// iterations along loops that have no range.
[[nodiscard]] std::vector<ArrayUse> uses(const ir::Function& function, const kernel::Kernel& kernel,
                                         std::span<const IterationRange> ranges, const LaunchNumbers& numbers,
                                         size_t most_boxes = kMostBoxes);

}  // namespace unpython::footprint
