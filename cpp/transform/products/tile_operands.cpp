#include "transform/products/tile_operands.h"

#include "analysis/text/affine.h"

namespace unpython::transform {

using namespace ir;

namespace {

constexpr int64_t kRowPadding = 8;  // elements between packed rows, so that they do not share cache sets

}  // namespace

TileOperands::TileOperands(TileScope& scope, const PackedUpdate& update) : t_(scope) {
  for (const PackedOperand& packed : update.operands) {
    operands_.push_back(placed(packed));
    packed_rows_ += packed.by_row && operands_.back().buffer.valid() ? 1 : 0;
    columns_ += packed.by_row ? 0 : 1;
  }
}

TileOperands::Operand TileOperands::placed(const PackedOperand& packed) {
  Operand operand{.packed = packed};
  if (stays_where_it_lies(packed)) return operand;
  const ScalarType type = t_.f[packed.placeholder].type;
  operand.neighbours = neighbours(packed.value, packed.by_row ? t_.c.row : t_.c.column);
  operand.panels = !packed.by_row || operand.neighbours == TileNeighbours::Positions;
  operand.buffer = t_.b.heap_array(packed.by_row ? "row_panels" : "column_panels", type, operand.panels ? 3 : 2);
  if (!packed.by_row)
    operand.vectors =
        t_.b.local_array("column_vectors", type, AddressSpace::Register, {t_.sizes.vectors, t_.sizes.lanes});
  return operand;
}

bool TileOperands::stays_where_it_lies(const PackedOperand& packed) const {
  const auto* load = std::get_if<Load>(&t_.f[packed.value].node);
  return packed.by_row && load != nullptr && !load->indices.empty() &&
         t_.lies_along(t_.c.depth, load->array, load->indices);
}

/// By the last subscripts of the loads in `value`.
TileNeighbours TileOperands::neighbours(ExprId value, VarId position) const {
  TileNeighbours result = TileNeighbours::Positions;
  walk_exprs(t_.f, value, [&](ExprId id) {
    const auto* load = std::get_if<Load>(&t_.f[id].node);
    if (load == nullptr || load->indices.empty()) return;
    const auto form = analysis::affine_form(t_.f, analysis::unwrapped(t_.f, load->indices.back()));
    if (form && analysis::coefficient_of(t_.f, *form, t_.c.depth) != 0 &&
        analysis::coefficient_of(t_.f, *form, position) == 0) {
      result = TileNeighbours::Depths;
    }
  });
  return result;
}

std::vector<int64_t> TileOperands::extents(const Operand& operand) const {
  const TileSizes& sizes = t_.sizes;
  const int64_t positions = operand.packed.by_row ? sizes.tile_rows : sizes.tile_columns;
  const int64_t width = operand.packed.by_row ? sizes.rows : sizes.panel();
  if (operand.panels) return {positions / width, sizes.depth, width};
  return {positions, sizes.depth + kRowPadding};
}

Block TileOperands::prepare(ExprId most_depths) {
  Block code;
  for (const Operand& operand : operands_) {
    if (!operand.buffer.valid()) continue;
    std::vector<ExprId> ids;
    for (int64_t extent : extents(operand)) ids.push_back(t_.b.int64(extent));
    code.push_back(t_.b.statement(Allocate{operand.buffer, ids}));
    if (!operand.packed.by_row)
      code.push_back(clear_panels(t_.b, panel_tile(operand), t_.sizes.lanes, most_depths));
  }
  return code;
}

PanelTile TileOperands::panel_tile(const Operand& operand) {
  const bool by_row = operand.packed.by_row;
  const int64_t width = by_row ? t_.sizes.rows : t_.sizes.panel();
  int lanes = t_.sizes.lanes;
  while (lanes > width) lanes /= 2;
  return {operand.buffer, width, lanes, by_row ? t_.height : t_.width, t_.depth, operand.neighbours};
}

Block TileOperands::pack() {
  Block code;
  for (const Operand& operand : operands_) {
    if (operand.buffer.valid()) code.push_back(pack(operand));
  }
  return code;
}

StmtId TileOperands::pack(const Operand& operand) {
  const bool by_row = operand.packed.by_row;
  const OperandValue value = [&](ExprId position, ExprId p) {
    const ExprId place = t_.b.add(by_row ? t_.first_row : t_.first_column, position);
    return t_.at(operand.packed.value, by_row ? place : ExprId{}, by_row ? ExprId{} : place,
                 t_.b.add(t_.first_depth, p));
  };
  if (operand.panels) return pack_panels(t_.b, panel_tile(operand), value);
  return pack_rows(t_.b, {operand.buffer, t_.sizes.lanes, t_.height, t_.depth}, value);
}

Block TileOperands::read_columns(const RegisterTile& tile, ExprId p) {
  Block code;
  for (const Operand& operand : operands_) {
    if (operand.packed.by_row) continue;
    code.push_back(t_.each_vector(tile, [&](ExprId vector, ExprId lane) -> Block {
      const ExprId position = t_.b.add(tile.left, t_.lane_of(vector, lane));
      return {t_.b.store(operand.vectors, {vector, lane}, t_.b.load(operand.buffer, {tile.panel, p, position}))};
    }));
  }
  return code;
}

Block TileOperands::read_row(const RegisterTile& tile, ExprId u, ExprId p) {
  Block code;
  for (const Operand& operand : operands_) {
    if (operand.packed.by_row)
      code.push_back(t_.b.assign(operand.packed.placeholder, row_value(operand, tile, u, p)));
  }
  return code;
}

ExprId TileOperands::row_value(const Operand& operand, const RegisterTile& tile, ExprId u, ExprId p) {
  const ExprId row = t_.row(tile, u);
  if (!operand.buffer.valid())
    return t_.at(operand.packed.value, t_.b.add(t_.first_row, row), {}, t_.b.add(t_.first_depth, p));
  if (!operand.panels) return t_.b.load(operand.buffer, {row, p});
  const ExprId above = t_.b.mul(tile.group, t_.b.int64(t_.sizes.rows));
  return t_.b.load(operand.buffer, {tile.group, p, t_.b.sub(row, above)});
}

void TileOperands::replace_columns(Substitution& values, ExprId vector, ExprId lane) {
  for (const Operand& operand : operands_) {
    if (!operand.packed.by_row)
      values.replace(operand.packed.placeholder, t_.b.load(operand.vectors, {vector, lane}));
  }
}

}  // namespace unpython::transform
