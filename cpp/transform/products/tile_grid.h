// How the rows and columns of a contraction are cut into tiles, decided when the loop begins.
//
// Problem.  Tiles as large as the caches allow pack each operand the fewest times, but a product of 300 has four
//           of them: twelve of sixteen threads would have nothing to do, and where the last wave of tiles is short,
//           threads wait in it.
// Choice.   For each width of a tile in panels, and for the heights that fill one more wave or two: the time of all
//           waves, from the vectors a tile computes and the elements it packs. The least time wins.
#pragma once
#include <cstdint>

#include "ir/builder.h"
#include "transform/products/tile_sizes.h"

namespace unpython::transform {

inline constexpr int64_t kThreadWork = 200000;  ///< updates worth waking a thread for

/// A nest that is to be cut, all sizes Int64 expressions.
struct TiledNest {
  ir::ExprId rows;
  ir::ExprId columns;
  ir::ExprId depths;
  int64_t accumulators = 1;
  int64_t row_operands = 1;
  int64_t column_operands = 1;
  bool rectangular = true;  ///< else some tiles have less to do than others
};

struct TileGrid {
  ir::ExprId tile_rows;
  ir::ExprId row_tiles;
  ir::ExprId tile_columns;
  ir::ExprId column_tiles;
};

/// Adds to `code` what computes the grid, for as many threads. Tiles are no larger than `sizes` says.
[[nodiscard]] TileGrid choose_grid(ir::Builder& build, const TiledNest& nest, const TileSizes& sizes,
                                   int threads, ir::Block& code);

}  // namespace unpython::transform
