// Several iterations of the grid for each work item, run side by side (transform/groups/jam_copies.h).
//
// Problem: an item with one iteration loads for itself what its neighbours load, too, and waits for each load alone.
// Choice:  an item runs neighbours along the dimension in which most loads are shared: along y those of following
//          rows, so that the items of a warp still read neighbours; along x those a whole group of items apart. Loads
//          that several iterations have in common are made once by the compiler, which sees them in one body. The last
//          items of a launch, whose iterations are not all there, run them one by one.
//
//   for item_y, item_x in item(2, 128):
//     if x < x_end:
//       if y + 4 <= y_end: value = .. y; value_2 = .. y + 1; ...; b[y, x] = value; b[y + 1, x] = value_2; ...
//       else: for t in range(y_end - y): b[y + t, x] = ..
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// What the iterations read around them lies in local memory (transform/groups/stage_halos.h). Nothing where they read little.
[[nodiscard]] std::optional<GroupOffer> jam_eight_in_halos(const ir::Function& function,
                                                           const kernel::Kernel& kernel,
                                                           const kernel::Layout& layout,
                                                           const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> jam_four_in_halos(const ir::Function& function,
                                                          const kernel::Kernel& kernel,
                                                          const kernel::Layout& layout,
                                                          const abi::DeviceProperties& device);

/// Four iterations that are 32 apart, where they make one number of the bits of their counters that are alike: the place of a
/// block of random numbers, which is then computed once for the four.
[[nodiscard]] std::optional<GroupOffer> jam_quarters(const ir::Function& function,
                                                     const kernel::Kernel& kernel,
                                                     const kernel::Layout& layout,
                                                     const abi::DeviceProperties& device);

/// An item has four iterations along x, and those of all lines beside them, where lines are few: what neighbours store to one
/// line of memory, as the coordinates of points, is stored together.
[[nodiscard]] std::optional<GroupOffer> jam_four_of_lines(const ir::Function& function,
                                                          const kernel::Kernel& kernel,
                                                          const kernel::Layout& layout,
                                                          const abi::DeviceProperties& device);

/// Nothing where the iterations have too little in common. More than four take registers and, with loops unrolled, time to
/// compile, and gained nothing on a H200 but for one long window.
[[nodiscard]] std::optional<GroupOffer> jam_four(const ir::Function& function,
                                                 const kernel::Kernel& kernel,
                                                 const kernel::Layout& layout,
                                                 const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> jam_two(const ir::Function& function, const kernel::Kernel& kernel,
                                                const kernel::Layout& layout,
                                                const abi::DeviceProperties& device);

}  // namespace unpython::transform
