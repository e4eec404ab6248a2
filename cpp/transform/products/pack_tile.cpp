#include "transform/products/pack_tile.h"

namespace unpython::transform {

using namespace ir;

namespace {

VarId counter(Builder& b, const char* name) { return b.variable(name, ScalarType::Int64); }

ScalarType element(Builder& b, ArrayId tile) { return b.function()[tile].type; }

/// Whole vectors that cover 0 .. width: `body` gets the position. Vectors of a known length need no mask.
StmtId whole_vectors(Builder& b, int64_t width, int lanes, const std::function<StmtId(ExprId)>& body) {
  const VarId lane = counter(b, "lane");
  if (width % lanes != 0) return b.vector_loop(lane, b.int64(width), lanes, {body(b.read(lane))});
  const VarId vector = counter(b, "vector");
  const ExprId position = b.add(b.mul(b.read(vector), b.int64(lanes)), b.read(lane));
  const StmtId inner = b.vector_loop(lane, b.int64(lanes), lanes, {body(position)});
  return b.loop(vector, b.int64(width / lanes), LoopMark::Unrolled, {inner});
}

ExprId panel_count(Builder& b, const PanelTile& t) {
  return b.floor_div(b.add(t.count, b.int64(t.width - 1)), b.int64(t.width));
}

}  // namespace

StmtId pack_panels(Builder& b, const PanelTile& t, const OperandValue& value) {
  const VarId panel = counter(b, "panel");
  const VarId depth = counter(b, "p");
  const VarId lane = counter(b, "lane");
  const ExprId first = b.mul(b.read(panel), b.int64(t.width));
  const auto copy = [&](ExprId position) {
    return b.store(t.tile, {b.read(panel), b.read(depth), position},
                   value(b.add(first, position), b.read(depth)));
  };
  const ExprId left = b.sub(t.count, first);
  const StmtId body = b.if_then(b.compare(CompareOp::GreaterEqual, left, b.int64(t.width)),
                                {whole_vectors(b, t.width, t.lanes, copy)},
                                {b.vector_loop(lane, left, t.lanes, {copy(b.read(lane))})});
  // The loop whose steps are neighbours in memory goes inside.
  const ExprId panels = panel_count(b, t);
  if (t.neighbours == TileNeighbours::Positions) {
    return b.loop(depth, t.depth, LoopMark::Sequential, {b.loop(panel, panels, LoopMark::Sequential, {body})});
  }
  return b.loop(panel, panels, LoopMark::Sequential, {b.loop(depth, t.depth, LoopMark::Sequential, {body})});
}

StmtId clear_panels(Builder& b, const PanelTile& t, int64_t step, ExprId depths) {
  const VarId depth = counter(b, "p");
  const VarId lane = counter(b, "lane");
  const ExprId last = b.sub(panel_count(b, t), b.int64(1));
  const ExprId zero = b.number(element(b, t.tile), 0);
  const ExprId of_last = b.sub(t.count, b.mul(last, b.int64(t.width)));
  const ExprId first = b.mul(b.floor_div(of_last, b.int64(step)), b.int64(step));
  const StmtId clear = b.vector_loop(lane, b.int64(step), t.lanes,
                                     {b.store(t.tile, {last, b.read(depth), b.add(first, b.read(lane))}, zero)});
  const ExprId ragged =
      b.compare(CompareOp::NotEqual, b.binary(BinaryOp::Modulo, t.count, b.int64(step)), b.int64(0));
  return b.if_then(ragged, {b.loop(depth, depths, LoopMark::Sequential, {clear})});
}

StmtId pack_rows(Builder& b, const RowTile& t, const OperandValue& value) {
  const VarId row = counter(b, "row");
  const VarId depth = counter(b, "p");
  const StmtId copy = b.store(t.tile, {b.read(row), b.read(depth)}, value(b.read(row), b.read(depth)));
  return b.loop(row, t.count, LoopMark::Sequential, {b.vector_loop(depth, t.depth, t.lanes, {copy})});
}

StmtId fill_rows(Builder& b, ArrayId tile, ExprId rows, ExprId columns, int lanes, ExprId value) {
  const VarId row = counter(b, "row");
  const VarId vector = counter(b, "vector");
  const VarId lane = counter(b, "lane");
  const ExprId column = b.add(b.mul(b.read(vector), b.int64(lanes)), b.read(lane));
  const StmtId store = b.store(tile, {b.read(row), column}, value);
  const StmtId vectors = b.loop(vector, b.floor_div(columns, b.int64(lanes)), LoopMark::Sequential,
                                {b.vector_loop(lane, b.int64(lanes), lanes, {store})});
  return b.loop(row, rows, LoopMark::Sequential, {vectors});
}

}  // namespace unpython::transform
