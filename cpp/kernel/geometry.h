// Work groups for the iterations of one launch.
#pragma once
#include <array>
#include <cstdint>

#include "abi/device_properties.h"
#include "kernel/launch.h"

namespace unpython::kernel {

/// Iterations repeat something as often as their own numbers say, and read nothing from memory meanwhile: escapes of points,
/// searches for roots. A warp waits for its longest iteration, and neighbours in both directions are more alike than a line.
[[nodiscard]] bool repeats_unevenly(const ir::Function& function, const Kernel& kernel);

/// Threads of a work group for a grid of `extents` (x first, unused dimensions 1): whole warps along x, no
/// more than `most_threads` in all. `in_blocks`: a warp has 4 rows, where there are so many.
[[nodiscard]] std::array<int64_t, 3> group_threads(const std::array<int64_t, 3>& extents,
                                                   const abi::DeviceProperties& device, int most_threads,
                                                   bool in_blocks = false);

/// How many iterations one launch may have along each dimension, where a group runs `items` of them.
[[nodiscard]] std::array<int64_t, 3> launch_limit(const std::array<int64_t, 3>& items,
                                                  const abi::DeviceProperties& device);

/// Groups of `items` iterations that cover `extents`, which must be within the limit and at least 1.
[[nodiscard]] std::array<int64_t, 3> groups_over(const std::array<int64_t, 3>& extents,
                                                 const std::array<int64_t, 3>& items);

}  // namespace unpython::kernel
