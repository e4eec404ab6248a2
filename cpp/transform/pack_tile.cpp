#include "transform/pack_tile.h"

namespace unpython::transform {

using namespace ir;

namespace {

VarId counter(Builder& b, const char* name) { return b.variable(name, ScalarType::Int64); }

ScalarType element(Builder& b, ArrayId tile) { return b.function()[tile].type; }

/// One panel at one depth, all positions there.
Block whole_panel(Builder& b, const PanelTile& t, ExprId panel, ExprId depth, const OperandValue& value) {
  const VarId lane = counter(b, "lane");
  const auto copy = [&](ExprId position) {
    const ExprId first = b.mul(panel, b.int64(t.width));
    return b.store(t.tile, {panel, depth, position}, value(b.add(first, position), depth));
  };
  if (t.width % t.lanes != 0) return {b.vector_loop(lane, b.int64(t.width), t.lanes, {copy(b.read(lane))})};
  const VarId vector = counter(b, "vector");
  const ExprId position = b.add(b.mul(b.read(vector), b.int64(t.lanes)), b.read(lane));
  const StmtId lanes = b.vector_loop(lane, b.int64(t.lanes), t.lanes, {copy(position)});
  return {b.loop(vector, b.int64(t.width / t.lanes), LoopMark::Unrolled, {lanes})};
}

/// The last panel at one depth: `left` positions, then zeros.
Block partial_panel(Builder& b, const PanelTile& t, ExprId panel, ExprId depth, ExprId left,
                    const OperandValue& value) {
  const VarId lane = counter(b, "lane");
  const VarId pad = counter(b, "pad");
  const ExprId first = b.mul(panel, b.int64(t.width));
  const ExprId zero = b.number(element(b, t.tile), 0);
  const StmtId copy = b.store(t.tile, {panel, depth, b.read(lane)}, value(b.add(first, b.read(lane)), depth));
  const StmtId clear = b.store(t.tile, {panel, depth, b.add(left, b.read(pad))}, zero);
  return {b.vector_loop(lane, left, t.lanes, {copy}),
          b.vector_loop(pad, b.sub(b.int64(t.width), left), t.lanes, {clear})};
}

}  // namespace

Block pack_panels(Builder& b, const PanelTile& t, const OperandValue& value) {
  const VarId panel = counter(b, "panel");
  const VarId depth = counter(b, "p");
  const ExprId width = b.int64(t.width);
  const ExprId panels = b.floor_div(b.add(t.count, b.int64(t.width - 1)), width);
  const ExprId left = b.sub(t.count, b.mul(b.read(panel), width));
  const StmtId body = b.if_then(b.compare(CompareOp::GreaterEqual, left, width),
                                whole_panel(b, t, b.read(panel), b.read(depth), value),
                                partial_panel(b, t, b.read(panel), b.read(depth), left, value));
  // The loop whose steps are neighbours in memory goes inside.
  if (t.neighbours == Neighbours::Positions) {
    return {
        b.loop(depth, t.depth, LoopMark::Sequential, {b.loop(panel, panels, LoopMark::Sequential, {body})})};
  }
  return {
      b.loop(panel, panels, LoopMark::Sequential, {b.loop(depth, t.depth, LoopMark::Sequential, {body})})};
}

Block pack_rows(Builder& b, const RowTile& t, const OperandValue& value) {
  const VarId row = counter(b, "row");
  const VarId depth = counter(b, "p");
  const StmtId copy = b.store(t.tile, {b.read(row), b.read(depth)}, value(b.read(row), b.read(depth)));
  const VarId pad = counter(b, "row");
  const VarId lane = counter(b, "lane");
  const ExprId zero = b.number(element(b, t.tile), 0);
  const StmtId clear = b.store(t.tile, {b.add(t.count, b.read(pad)), b.read(lane)}, zero);
  return {b.loop(row, t.count, LoopMark::Sequential, {b.vector_loop(depth, t.depth, t.lanes, {copy})}),
          b.loop(pad, b.sub(t.padded, t.count), LoopMark::Sequential,
                 {b.vector_loop(lane, t.depth, t.lanes, {clear})})};
}

StmtId fill_tile(Builder& b, ArrayId tile, ExprId rows, ExprId columns, int lanes, ExprId value) {
  const VarId row = counter(b, "row");
  const VarId lane = counter(b, "lane");
  const StmtId store = b.store(tile, {b.read(row), b.read(lane)}, value);
  return b.loop(row, rows, LoopMark::Sequential, {b.vector_loop(lane, columns, lanes, {store})});
}

}  // namespace unpython::transform
