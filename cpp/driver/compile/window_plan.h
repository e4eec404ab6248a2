// How launches that follow each other run together, tile by tile (driver/execute/plan_window.h). Plain data.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "driver/compile/launch_plan.h"
#include "footprint/array_region.h"
#include "footprint/array_uses.h"
#include "ir/type.h"

namespace unpython::driver {

/// Positions before and behind all others.
inline constexpr int64_t kFirstPosition = INT64_MIN / 2;
inline constexpr int64_t kLastPosition = INT64_MAX / 2;

/// Which iterations of a launch lie where.
struct WindowCut {
  enum class Of : uint8_t {
    Rows,   ///< those of one dimension one behind the other
    First,  ///< all of them before all positions
    Last,   ///< behind them
  };
  Of of = Of::Rows;
  size_t dimension = 0;
  bool backwards = false;  ///< the last iteration along the dimension comes first
  int64_t shift = 0;       ///< iteration x lies at the position x + shift
};

/// The iterations of a launch of these extents from one position to before another; empty: none.
[[nodiscard]] std::vector<footprint::IterationRange> ranges_between(const WindowCut& cut, std::span<const int64_t> extents,
                                                                    int64_t begin, int64_t end);

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

/// Or why each launch has to load its tiles anew.
using WindowAnswer = std::variant<WindowPlan, std::string>;

}  // namespace unpython::driver
