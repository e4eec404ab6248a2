// Kernels whose iterations read the same rows and columns (transform/shared_reads/find_reuse.h), tile by tile: a group keeps a piece of
// its rows and of its columns in local memory, and each item computes a block of the grid in registers.
//
// Problem: `for k: s += a[i, k] * b[k, j]` with one iteration per item loads two numbers for one product.
// Choice:  a group computes a tile of the grid. It walks the loop in pieces; asynchronous copies bring the
//          pieces that follow while one is used. An item has several iterations along both dimensions, so
//          that each element that it takes from local memory serves several of them. Each iteration still
//          runs its own statements in its own order, so that results keep their bits.
//
//   for t in item(16, 16): acc[t, r, c] = 0
//   for p in range(pieces):                                               (transform/groups/walk_pieces.h)
//     for t in item(16, 16):
//       for k in range(7):
//         a_own[t, (k + 1) % 2, r] = a_tile[p % 4, k + 1, ..]; b_own[t, (k + 1) % 2, c] = ..
//         acc[t, r, c] += a_own[t, k % 2, r] * b_own[t, k % 2, c]
//     copy piece p + 4
//     for t in item(16, 16): the same for the last k, beside the first of piece p + 1
//   for t in item(16, 16): the rest of the loop
//   for t in item(16, 16): c[i, j] = acc[t, r, c]
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// For launches that large tiles end soonest; the others are for such of their own.
[[nodiscard]] std::optional<GroupOffer> tile_reuse_large(const ir::Function& function,
                                                         const kernel::Kernel& kernel,
                                                         const kernel::Layout& layout,
                                                         const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> tile_reuse_middle(const ir::Function& function,
                                                          const kernel::Kernel& kernel,
                                                          const kernel::Layout& layout,
                                                          const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> tile_reuse_smallest(const ir::Function& function,
                                                            const kernel::Kernel& kernel,
                                                            const kernel::Layout& layout,
                                                            const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> tile_reuse_of_pairs(const ir::Function& function,
                                                            const kernel::Kernel& kernel,
                                                            const kernel::Layout& layout,
                                                            const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> tile_reuse_small(const ir::Function& function,
                                                         const kernel::Kernel& kernel,
                                                         const kernel::Layout& layout,
                                                         const abi::DeviceProperties& device);

}  // namespace unpython::transform
