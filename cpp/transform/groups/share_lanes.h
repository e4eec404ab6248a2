// The lanes of leaves (transform/reductions/lane_leaf.h) as threads: an iteration of the grid is a warp's work.
//
//   for lane in range(32): lanes[lane] = ...
//   for lane in range(16): lanes[lane] += lanes[lane + 16]; and so on
//   partials[leaf] = lanes[0]
// becomes
//   for warp, lane in item(8, 32): lanes[warp, lane] = ...
//   for warp, lane in item(8, 32): next[warp, lane] = lanes[warp, lane] + lanes[warp, lane ^ 16]; and so on
//   for warp, lane in item(8, 32): if lane == 0: partials[leaf] = lanes[warp, lane]
//
// Lane 0 combines the same values in the same order either way. Neighbouring lanes read neighbouring elements.
// Where neighbouring iterations of the grid do (sums of columns), they stay neighbours:
//   for lane, column in item(32, 8): lanes[lane, column] = ...
// and so on, in local memory. A grid with iterations for the whole device stays as it is.
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// Eight iterations along the last dimension of the grid, or the one before, to a group.
[[nodiscard]] std::optional<GroupOffer> share_lanes(const ir::Function& function,
                                                    const kernel::Kernel& kernel,
                                                    const kernel::Layout& layout,
                                                    const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> share_lanes_of_rows(const ir::Function& function,
                                                            const kernel::Kernel& kernel,
                                                            const kernel::Layout& layout,
                                                            const abi::DeviceProperties& device);
/// Where columns are neighbours in memory; sixteen to a group, where there are many.
[[nodiscard]] std::optional<GroupOffer> share_lanes_of_many_columns(const ir::Function& function,
                                                                    const kernel::Kernel& kernel,
                                                                    const kernel::Layout& layout,
                                                                    const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> share_lanes_of_columns(const ir::Function& function,
                                                               const kernel::Kernel& kernel,
                                                               const kernel::Layout& layout,
                                                               const abi::DeviceProperties& device);

}  // namespace unpython::transform
