// What the iterations of a launch touch of each array: boxes of subscripts, found with the numbers of the
// call.
//
// Interval arithmetic over the subscripts: exact for sums of multiples of independent counters, else a
// superset; subscripts that the data chooses give the whole axis. Every subscript of a kernel is within its
// axis (checks stand before it), so boxes are cut off there.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "kernel/box.h"
#include "kernel/launch.h"

namespace unpython::kernel {

/// One array of a kernel.
struct ArrayUse {
  std::optional<Box> loaded;  ///< none: nothing is
  std::optional<Box> stored;
  /// Every element of `stored` is stored, whatever the data, and none is loaded.
  bool covered = false;
};

/// Iterations of one Grid loop.
struct IterationRange {
  int64_t first = 0;
  int64_t end = 0;
};

/// What is known at the launch.
struct LaunchNumbers {
  /// Value of an integer expression that reads only what is assigned outside the kernel; none if it has to be
  /// read from memory.
  std::function<std::optional<int64_t>(ir::ExprId)> value;
  std::function<int64_t(ir::ArrayId, int dimension)> extent;
};

/// For each of kernel.arrays what iterations `ranges` (one for each of kernel.grid, none of them empty)
/// touch.
[[nodiscard]] std::vector<ArrayUse> boxes(const ir::Function& function, const Kernel& kernel,
                                          std::span<const IterationRange> ranges,
                                          const LaunchNumbers& numbers);

}  // namespace unpython::kernel
