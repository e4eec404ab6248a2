// What all code of a tile of a contraction speaks of: where the tile lies, its register tiles, and loops over them.
#pragma once
#include <functional>
#include <vector>

#include "ir/builder.h"
#include "transform/products/contraction.h"
#include "transform/products/tile_sizes.h"

namespace unpython::transform {

/// Rows and columns whose sums are in registers together.
struct RegisterTile {
  ir::ExprId group;  ///< of rows
  ir::ExprId panel;  ///< of columns
  ir::ExprId left;   ///< columns of the panel in front of its own
  int64_t vectors;
  bool ragged;  ///< some of its columns may not be there
};

class TileScope {
 public:
  TileScope(ir::Function& function, const Contraction& contraction, const TileSizes& tile_sizes)
      : f(function), b(function), c(contraction), sizes(tile_sizes) {}

  ir::Function& f;
  ir::Builder b;
  const Contraction& c;
  const TileSizes sizes;
  ir::ExprId first_row, height, first_column, width;  ///< of the tile
  ir::ExprId first_depth, depth;                      ///< of what is packed

  /// A new variable with that value; the assignment goes to `into`.
  ir::ExprId named(const char* name, ir::ExprId value, ir::Block& into);
  ir::VarId counter(const char* name);
  /// How many steps cover `value`.
  ir::ExprId ceiling(ir::ExprId value, int64_t step);
  /// `value` with some counters of the nest replaced; invalid ids leave the counter.
  ir::ExprId at(ir::ExprId value, ir::ExprId row_at, ir::ExprId column_at, ir::ExprId depth_at);
  /// The next step of a counter of the nest is the next element in memory.
  [[nodiscard]] bool lies_along(ir::VarId counter, ir::ArrayId array, const std::vector<ir::ExprId>& indices) const;

  /// Row `u` of a register tile, counted from the first of the tile. Behind the last one of the tile it is the last one, which
  /// is then computed again, with the same result.
  ir::ExprId row(const RegisterTile& tile, ir::ExprId u);
  /// A column of its vectors, counted from the first of the tile.
  ir::ExprId column(const RegisterTile& tile, ir::ExprId in_vectors);
  ir::ExprId lane_of(ir::ExprId vector, ir::ExprId lane);

  using OfVector = std::function<ir::Block(ir::ExprId vector, ir::ExprId lane)>;
  using OfRegister = std::function<ir::Block(ir::ExprId u, ir::ExprId vector, ir::ExprId lane)>;
  ir::StmtId each_vector(const RegisterTile& tile, const OfVector& body);
  ir::StmtId each_register(const RegisterTile& tile, const OfRegister& body);
};

}  // namespace unpython::transform
