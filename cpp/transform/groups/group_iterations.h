// Iterations that share memory of their own among inner parallel loops, as groups of work items.
//
//   for b in parallel(blocks):              for b in group(blocks, threads=256):
//     tile = np.empty(2048)                   tile: a Local array
//     for i in parallel(2048): tile[i] = ..   for i in item(2048): tile[i] = ..
//     for i in parallel(256): .. tile ..      for i in item(256): .. tile ..
//     done[0] = tile[5]                       for i in item(1): done[0] = tile[5]
//
// Takes:  a function at Level::Scheduling whose Parallel marks are settled.
// Gives:  the same function, where an outermost Parallel loop is a Group loop if its arrays have extents that are known and
//         fit into the local memory of a group, its inner parallel loops have a constant number of iterations, and nothing
//         but loops in order, assignments and stores stands between them. Arrays whose rows belong to one iteration each
//         are Item arrays.
// Leaves: loops that may raise, and those whose arrays are so small that a work item has them for itself.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

inline constexpr int kGroupItems = 256;  ///< the most work items of such a group

/// `group_bytes`: local memory that the arrays of a group may take.
[[nodiscard]] ir::Function group_iterations(const ir::Function& function, int64_t group_bytes);

}  // namespace unpython::transform
