// Work groups for the iterations of one launch.
#pragma once
#include <array>
#include <cstdint>

#include "abi/device_properties.h"

namespace unpython::kernel {

struct Geometry {
  std::array<int64_t, 3> groups{1, 1, 1};   ///< x first
  std::array<int64_t, 3> threads{1, 1, 1};  ///< of a group, x first
};

/// Threads of a work group for a grid of `extents` (x first, unused dimensions 1): whole warps along x, no
/// more than `most_threads` in all.
[[nodiscard]] std::array<int64_t, 3> group_threads(const std::array<int64_t, 3>& extents,
                                                   const abi::DeviceProperties& device, int most_threads);

/// How many iterations one launch may have along each dimension.
[[nodiscard]] std::array<int64_t, 3> launch_limit(const std::array<int64_t, 3>& threads,
                                                  const abi::DeviceProperties& device);

/// Groups that cover `extents`, which must be within the limit and at least 1.
[[nodiscard]] Geometry cover(const std::array<int64_t, 3>& extents, const std::array<int64_t, 3>& threads);

}  // namespace unpython::kernel
