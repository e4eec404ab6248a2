// The grid of a kernel in tiles, one for each group: what passes that tile a grid share.
//
// Along x and y a group runs as many iterations as its tile has, along a third dimension one. Tiles at the end of the
// grid hang over: iterations beyond it start as the last one does, so that they read what is there, and end with nothing.
// The same holds where a condition cuts the grid to a triangle; tiles wholly outside end at once. They are launched: an
// empty group costs less than a microsecond of one multiprocessor, while numbers of the tiles of any slant would cost
// each group a search.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "ir/rewrite.h"
#include "transform/grid/guarded_body.h"
#include "transform/groups/grouped_kernel.h"
#include "transform/groups/spread_over_items.h"

namespace unpython::transform {

/// Tiles of a launch with an iteration that runs.
[[nodiscard]] int64_t tiles_that_run(const LaunchFacts& launch, const GuardedBody& body,
                                     const std::array<int64_t, 2>& extents);

/// So little work that it takes microseconds in any form, while the code of tiles takes hundreds of milliseconds to make.
[[nodiscard]] bool is_small(const LaunchFacts& launch, int64_t depth);

/// What is known of tiles of one shape.
struct TileCost {
  std::array<int64_t, 2> extents{};
  int64_t groups = 1;  ///< of a multiprocessor, which wait for memory in turn
  int64_t fill = 0;    ///< until the first piece is there and when results leave, in iterations of the loop
  int64_t cost = 100;  ///< of an iteration, in hundredths
  int64_t beside = 0;  ///< one of so many multiprocessors may have a tile more, which runs beside others; 0: none
};
/// The time of a launch whose loop has `depth` iterations, by its multiprocessor with the most tiles.
[[nodiscard]] double time_of_tiles(const LaunchFacts& launch, const GuardedBody& body, const TileCost& tile,
                                   int64_t depth, int64_t multiprocessors);

class GridTiles {
 public:
  /// `extents`: of a tile, x first. `body`: of an iteration.
  GridTiles(ir::Function& function, const kernel::Kernel& kernel, const std::array<int64_t, 2>& extents,
            GuardedBody body);

  [[nodiscard]] size_t dimensions() const { return kernel_.grid.size(); }
  [[nodiscard]] ir::VarId counter(size_t dimension) const;
  [[nodiscard]] const ir::Block& statements() const { return guarded_.statements; }
  [[nodiscard]] int64_t extent(size_t dimension) const { return dimension < 2 ? extents_[dimension] : 1; }
  /// The first iteration of the group, and the end of the launch.
  ir::ExprId start(size_t dimension) { return build_.read(starts_[dimension]); }
  ir::ExprId end(size_t dimension) { return build_.read(range_.ends[loop_of(dimension)]); }
  /// `iteration`, or where no iteration there runs, the nearest one that does. With the `count` - 1 that follow: ends
  /// and starts are then multiples of `count`.
  ir::ExprId nearest(size_t dimension, ir::ExprId iteration, int64_t count = 1);
  /// `iteration`, or where no iteration runs there, the one as far before the last one as `iteration` is behind it. Threads
  /// beyond the end copy different elements then: copies of one element by all threads of a warp wait for each other.
  ir::ExprId mirrored(size_t dimension, ir::ExprId iteration, int64_t count);

  /// Groups that run together then have tiles of a few columns and many rows, so that they find in the second cache what others
  /// of them have read: along whole rows of a wide grid they would read all columns anew for each.
  void number_in_panels() { in_panels_ = true; }

  /// Of `body`, which every group runs. Takes the function.
  [[nodiscard]] GroupedKernel kernel_of(int64_t threads, ir::Block body);

  /// Iteration (in_tile[0], in_tile[1]) of the tile is what `spread` runs.
  void place(SpreadOverItems& spread, const std::array<ir::ExprId, 2>& in_tile);
  using Around = std::function<ir::Block(ir::Block)>;
  /// Statements in front of the loop that tiles share, and those behind it. `each`: a nest of all iterations.
  [[nodiscard]] ir::Block before(SpreadOverItems& spread, const ir::Block& statements, const Around& each);
  [[nodiscard]] ir::Block after(SpreadOverItems& spread, const ir::Block& statements, const Around& each);
  /// The same where all iterations of a vector along x run or none: `each` has no loop over its lanes.
  [[nodiscard]] ir::Block after(SpreadOverItems& spread, const ir::Block& statements, const Around& each, ir::VarId lane,
                                int64_t width);
  /// Vectors of so many iterations along x, from multiples of it, run as a whole.
  [[nodiscard]] bool runs_whole(const kernel::Layout& layout, int64_t width) const;

 private:
  using Box = IterationBox<ir::ExprId>;
  [[nodiscard]] bool is_guarded() const { return !guarded_.conditions.empty(); }
  [[nodiscard]] std::array<ir::ExprId, 2> limits(size_t dimension, int64_t count);
  [[nodiscard]] ir::ExprId count(size_t dimension);
  [[nodiscard]] ir::Block panels(std::array<ir::VarId, 2>& tiles);
  [[nodiscard]] ir::Block starts();
  [[nodiscard]] Box shrunk(const Box& box);
  [[nodiscard]] Box launch_box();
  [[nodiscard]] ir::Block where_it_runs(ir::Block body);
  [[nodiscard]] ir::ExprId runs(SpreadOverItems& spread);
  [[nodiscard]] size_t loop_of(size_t dimension) const { return dimensions() - 1 - dimension; }
  ir::ExprId iteration(size_t dimension);

  ir::Function& f_;
  const kernel::Kernel& kernel_;
  const std::array<int64_t, 2> extents_;
  const GuardedBody guarded_;
  ir::Builder build_;
  const LaunchRange range_;
  std::vector<ir::VarId> groups_;  ///< by dimension, x first
  std::vector<ir::VarId> starts_;
  std::vector<ir::VarId> lows_;  ///< of what runs in the launch, where the body is guarded
  std::vector<ir::VarId> highs_;
  std::array<ir::ExprId, 2> in_tile_;
  bool in_panels_ = false;
};

}  // namespace unpython::transform
