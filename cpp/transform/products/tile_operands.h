// The operands of a tile of a contraction: packed, or read where they lie.
//
// An operand by row whose depths are neighbours in memory is read where it lies: each of its elements is used for a whole row
// of the tile, from the first-level cache. All others are copied, depth after depth, into buffers that stay in the caches.
#pragma once
#include <vector>

#include "ir/rewrite.h"
#include "transform/products/contraction_tiles.h"
#include "transform/products/pack_tile.h"
#include "transform/products/tile_scope.h"

namespace unpython::transform {

class TileOperands {
 public:
  TileOperands(TileScope& scope, const PackedUpdate& update);

  [[nodiscard]] int64_t packed_rows() const { return packed_rows_; }
  [[nodiscard]] int64_t columns() const { return columns_; }

  /// Once for a tile: the buffers, with zeros where a register tile reaches beyond the columns of the nest.
  ir::Block prepare(ir::ExprId most_depths);
  /// Once for each depth of the buffers.
  ir::Block pack();
  /// At depth `p` of the buffers: the vectors of the columns of a register tile, into registers.
  ir::Block read_columns(const RegisterTile& tile, ir::ExprId p);
  /// Row `u` of it, into the placeholders of the operands.
  ir::Block read_row(const RegisterTile& tile, ir::ExprId u, ir::ExprId p);
  /// The placeholders of operands by column become what read_columns() has read.
  void replace_columns(ir::Substitution& values, ir::ExprId vector, ir::ExprId lane);

 private:
  struct Operand {
    PackedOperand packed;
    ir::ArrayId buffer{};   ///< none: it is read where it lies
    ir::ArrayId vectors{};  ///< by column: the vectors of one depth and panel, in registers
    bool panels = true;     ///< buffer[panel, depth, position]; else buffer[position, depth]
    TileNeighbours neighbours = TileNeighbours::Positions;
  };
  Operand placed(const PackedOperand& packed);
  [[nodiscard]] bool stays_where_it_lies(const PackedOperand& packed) const;
  [[nodiscard]] TileNeighbours neighbours(ir::ExprId value, ir::VarId position) const;
  [[nodiscard]] std::vector<int64_t> extents(const Operand& operand) const;
  PanelTile panel_tile(const Operand& operand);
  ir::StmtId pack(const Operand& operand);
  ir::ExprId row_value(const Operand& operand, const RegisterTile& tile, ir::ExprId u, ir::ExprId p);

  TileScope& t_;
  std::vector<Operand> operands_;
  int64_t packed_rows_ = 0;
  int64_t columns_ = 0;
};

}  // namespace unpython::transform
