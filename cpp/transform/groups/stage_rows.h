// Rows that neighbouring work items walk (transform/shared_reads/find_rows.h), read together through local memory.
//
// Choice:   a group reads pieces of its rows in the order of memory, all threads together, into registers and
//           from there into local memory, the next piece on its way while the present one is used; each item
//           then takes its own elements in its own order, so that results keep their bits.
// Rejected: to spread one row over several items, which adds in another order.
//
//   for p in range((end + 63) // 64 + 1):
//     for row, column in item(32, 64): next[row, column] = a[i + row, p * 64 + column]
//     for item in item(32): for c in range(min(64, ..., p * 64)): s[item] += rows[item, c] * ...
//     for row, column in item(32, 64): rows[row, column] = next[row, column]
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// Nothing where find_rows() has nothing, or the device no groups of that size.
[[nodiscard]] std::optional<GroupOffer> stage_rows(const ir::Function& function,
                                                   const kernel::Kernel& kernel,
                                                   const kernel::Layout& layout,
                                                   const abi::DeviceProperties& device);

}  // namespace unpython::transform
