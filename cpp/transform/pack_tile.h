// Copies of operands in contiguous tiles: the one place that writes them.
#pragma once
#include <functional>

#include "ir/builder.h"

namespace unpython::transform {

/// What a tile holds: the value for a position along the packed dimension and a depth, both counted from the
/// tile's first. Called once for each loop that packs.
using OperandValue = std::function<ir::ExprId(ir::ExprId position, ir::ExprId depth)>;

/// How neighbours of the operand lie in memory.
enum class Neighbours : uint8_t { Positions, Depths };

/// Panels of `width` positions: tile[panel, depth, position % width]. Positions from `count` to the end of
/// the last panel become zero, so that whole panels can be used. `lanes` at a time.
struct PanelTile {
  ir::ArrayId tile;
  int64_t width = 8;
  int lanes = 8;
  ir::ExprId count;
  ir::ExprId depth;
  Neighbours neighbours = Neighbours::Positions;
};
[[nodiscard]] ir::Block pack_panels(ir::Builder& build, const PanelTile& panels, const OperandValue& value);

/// Rows of depths: tile[position, depth]. Rows from `count` to `padded` become zero.
struct RowTile {
  ir::ArrayId tile;
  int lanes = 8;
  ir::ExprId count;
  ir::ExprId padded;
  ir::ExprId depth;
};
[[nodiscard]] ir::Block pack_rows(ir::Builder& build, const RowTile& rows, const OperandValue& value);

/// tile[row, column] = value for 0 <= row < rows, 0 <= column < columns.
[[nodiscard]] ir::StmtId fill_tile(ir::Builder& build, ir::ArrayId tile, ir::ExprId rows, ir::ExprId columns,
                                   int lanes, ir::ExprId value);

}  // namespace unpython::transform
