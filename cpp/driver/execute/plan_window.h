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
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "driver/compile/launch_plan.h"
#include "driver/execute/plan_launch.h"
#include "driver/execute/window_order.h"
#include "footprint/array_region.h"

namespace unpython::driver {

/// An array of which each tile has some rows.
struct WindowArray {
  ir::ArrayId array;
  size_t axis = 0;  ///< rows are subscripts along it
  std::vector<footprint::Region> regions{};  ///< by tile; their boxes differ along the axis alone, and never turn back
  TilePlaces places{};
  footprint::Footprint needed{};  ///< comes from the host
  footprint::Footprint stored{};  ///< goes there
};

struct WindowPlan {
  std::vector<WindowCut> cuts{};   ///< of so many launches
  std::vector<int64_t> borders{};  ///< positions: tile t has those from borders[t] on, below borders[t + 1]
  int64_t length = 0;              ///< of a tile
  std::vector<WindowArray> arrays{};
  double moved_bytes = 0;
  [[nodiscard]] int64_t tiles() const { return static_cast<int64_t>(borders.size()) - 1; }
  /// The iterations of launch `n` in a tile; empty: none.
  [[nodiscard]] std::vector<footprint::IterationRange> ranges(size_t n, std::span<const int64_t> extents, int64_t tile) const {
    const auto at = static_cast<size_t>(tile);
    return ranges_between(cuts[n], extents, borders[at], borders[at + 1]);
  }
};

/// For as many of at least two launches, from the first one on, as is best. Holds buffers that are small. Else says why each launch
/// has to load its tiles anew.
[[nodiscard]] std::variant<WindowPlan, std::string> plan_window(GpuArrays& arrays,
                                                                std::span<const LaunchQuestion* const> launches);

}  // namespace unpython::driver
