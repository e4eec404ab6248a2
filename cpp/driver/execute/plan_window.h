// Launches that follow each other, on arrays that the device has no room for: several run for one load of a tile.
//
//   for t in range(10):                                     one tile:
//     for i in prange(1, n - 1): b[i] = f(a, i)               b from a, rows 200 .. 300
//     a, b = b, a                                             a from b, rows 199 .. 299
//                                                             b from a, rows 198 .. 298, and so on
//
// Problem: each launch alone moves all of its arrays, ten sweeps ten times as much as one.
// Choice:  a tile is a part of the rows of each launch, further back for each launch that reads what lies ahead. All launches run
//          on the first tile, then all on the second. Each iteration runs once, as it is; what a later tile still needs of the
//          rows of an earlier one is carried over on the device. So each element comes once and goes once. That the new order
//          gives the same values is not taken from subscripts: for each border between tiles, what launches do behind it must
//          not meet what later launches do before it.
// Rejected: tiles with all that lies around them, which neighbours compute too: elements would come and be computed twice, and
//          what is read would have to lie apart from what is stored.
#pragma once
#include <span>

#include "driver/compile/window_plan.h"
#include "driver/execute/plan_launch.h"

namespace unpython::driver {

/// For as many of at least two launches, from the first one on, as is best. Holds buffers that are small. Else says why each launch
/// has to load its tiles anew. `known`: answers of calls before.
[[nodiscard]] WindowAnswer plan_window(GpuArrays& arrays, std::span<const LaunchQuestion* const> launches, WindowPlans& known);

}  // namespace unpython::driver
