// Sums of products of what rows and columns read (transform/shared_reads/find_reuse.h), by the matrix unit of
// float64: real and complex ones.
//
// Problem: `for k: s = fma(a[i, k], b[k, j], s)` with plain instructions reaches half of what the chip can.
// Choice:  a group computes a tile of the grid, each of its eight warps a part of that by products of 16 x 8
//          x 4. The unit adds in the order of k, each product with one rounding, so that results keep their
//          bits. Asynchronous copies bring the pieces that follow while one is used. What is left of the loop
//          behind the last whole piece is done by plain instructions: zeros in its place would change -0.0,
//          NaN and infinity. Of two products in one iteration, `s = fma(a, b, s); s = fma(c, d, s)`, the unit gets
//          those of two iterations in turn. A complex number is two columns, or two steps, of the unit, which adds its parts
//          in the order of Intrinsic::Fma. Factors may be scaled: `alpha * a[i, k]` is rounded on its way.
//
//   for w in item(2, 4): s[w, r, c, m, n] = 0
//   for p in range(depth // 16):                                          (transform/groups/walk_pieces.h)
//     for w in item(2, 4):
//       for four in range(3):
//         left[w, (four + 1) % 2, r, m, k] = a_tile[p % 3, .., (four + 1) * 4 + k]; right[..] = b_tile[..]
//         s[w, r, c, m, n] = fma(left[w, four % 2, r, m, k], right[w, four % 2, c, k, n], s[w, r, c, m, n])     by the unit
//     copy piece p + 3
//     for w in item(2, 4): the same for the last four, beside the first of piece p + 1
//   for w in item(2, 4): the rest of the loop
//   for w in item(2, 4): c[i, j] = s[w, r, c, m, n]
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// For launches that large tiles end soonest; the others are for such of their own.
[[nodiscard]] std::optional<GroupOffer> multiply_tiles_large(const ir::Function& function,
                                                             const kernel::Kernel& kernel,
                                                             const kernel::Layout& layout,
                                                             const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> multiply_tiles_broad(const ir::Function& function,
                                                             const kernel::Kernel& kernel,
                                                             const kernel::Layout& layout,
                                                             const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> multiply_tiles_small(const ir::Function& function,
                                                             const kernel::Kernel& kernel,
                                                             const kernel::Layout& layout,
                                                             const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> multiply_tiles_smallest(const ir::Function& function,
                                                                const kernel::Kernel& kernel,
                                                                const kernel::Layout& layout,
                                                                const abi::DeviceProperties& device);

}  // namespace unpython::transform
