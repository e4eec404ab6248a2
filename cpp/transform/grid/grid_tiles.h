// The grid of a kernel in tiles, one for each group: what passes that tile a grid share.
//
// Along x and y a group runs as many iterations as its tile has, along a third dimension one. Tiles at the end of the
// grid hang over: iterations beyond it start as the last one does, so that they read what is there, and end with nothing.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "ir/rewrite.h"
#include "transform/grid/grouped_kernel.h"
#include "transform/grid/spread_over_items.h"

namespace unpython::kernel {

class GridTiles {
 public:
  /// `extents`: of a tile, x first.
  GridTiles(ir::Function& function, const Kernel& kernel, const std::array<int64_t, 2>& extents);

  [[nodiscard]] size_t dimensions() const { return kernel_.grid.size(); }
  [[nodiscard]] ir::VarId counter(size_t dimension) const;
  [[nodiscard]] const ir::Block& statements() const;
  [[nodiscard]] int64_t extent(size_t dimension) const { return dimension < 2 ? extents_[dimension] : 1; }
  /// The first iteration of the group, and the end of the launch.
  ir::ExprId start(size_t dimension) { return build_.read(starts_[dimension]); }
  ir::ExprId end(size_t dimension) { return build_.read(range_.ends[loop_of(dimension)]); }
  /// `iteration`, or where it is not in the launch with `count` - 1 that follow, the last one that is.
  ir::ExprId last_at_most(size_t dimension, ir::ExprId iteration, int64_t count = 1);

  /// Stands first in a group.
  [[nodiscard]] ir::Block starts();
  [[nodiscard]] GroupedKernel kernel_of(ir::Function function, int64_t threads, ir::Block body);

  /// Iteration (in_tile[0], in_tile[1]) of the tile is what `spread` runs.
  void place(SpreadOverItems& spread, const std::array<ir::ExprId, 2>& in_tile);
  using Around = std::function<ir::Block(ir::Block)>;
  /// Statements in front of the loop that tiles share, and those behind it. `each`: a nest of all iterations.
  [[nodiscard]] ir::Block before(SpreadOverItems& spread, const ir::Block& statements, const Around& each);
  [[nodiscard]] ir::Block after(SpreadOverItems& spread, const ir::Block& statements, const Around& each);

 private:
  [[nodiscard]] size_t loop_of(size_t dimension) const { return dimensions() - 1 - dimension; }
  ir::ExprId iteration(size_t dimension);

  ir::Function& f_;
  const Kernel& kernel_;
  const std::array<int64_t, 2> extents_;
  ir::Builder build_;
  const LaunchRange range_;
  std::vector<ir::VarId> groups_;  ///< by dimension, x first
  std::vector<ir::VarId> starts_;
  std::array<ir::ExprId, 2> in_tile_;
};

}  // namespace unpython::kernel
