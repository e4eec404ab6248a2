// Copies of operands in contiguous tiles: the one place that writes them.
#pragma once
#include <functional>

#include "ir/builder.h"

namespace unpython::transform {

/// What a tile holds: the value for a position along the packed dimension and a depth, both counted from the
/// tile's first. Called once for each loop that packs.
using OperandValue = std::function<ir::ExprId(ir::ExprId position, ir::ExprId depth)>;

/// How neighbours of the operand lie in memory.
enum class TileNeighbours : uint8_t { Positions, Depths };

/// Panels of `width` positions: tile[panel, depth, position % width]. `lanes` at a time.
struct PanelTile {
  ir::ArrayId tile;
  int64_t width = 8;
  int lanes = 8;
  ir::ExprId count;  ///< positions
  ir::ExprId depth;  ///< depths
  TileNeighbours neighbours = TileNeighbours::Positions;
};
[[nodiscard]] ir::StmtId pack_panels(ir::Builder& build, const PanelTile& panels, const OperandValue& value);
/// Zeros behind the last position, up to a multiple of `step` in its panel and at depths 0 .. `depths`, so that whole vectors
/// or panels can be used. Packing leaves them alone.
[[nodiscard]] ir::StmtId clear_panels(ir::Builder& build, const PanelTile& panels, int64_t step, ir::ExprId depths);

/// Rows of depths: tile[position, depth].
struct RowTile {
  ir::ArrayId tile;
  int lanes = 8;
  ir::ExprId count;
  ir::ExprId depth;
};
[[nodiscard]] ir::StmtId pack_rows(ir::Builder& build, const RowTile& rows, const OperandValue& value);

/// tile[row, column] = value for rows from 0 to `rows` and columns from 0 to `columns`, a multiple of `lanes`.
[[nodiscard]] ir::StmtId fill_rows(ir::Builder& build, ir::ArrayId tile, ir::ExprId rows, ir::ExprId columns, int lanes,
                                   ir::ExprId value);

}  // namespace unpython::transform
