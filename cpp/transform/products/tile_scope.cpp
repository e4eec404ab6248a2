#include "transform/products/tile_scope.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {

using namespace ir;

ExprId TileScope::named(const char* name, ExprId value, Block& into) {
  const VarId variable = b.variable(name, ScalarType::Int64);
  into.push_back(b.assign(variable, value));
  return b.read(variable);
}

VarId TileScope::counter(const char* name) { return b.variable(name, ScalarType::Int64); }

ExprId TileScope::ceiling(ExprId value, int64_t step) {
  return b.floor_div(b.add(value, b.int64(step - 1)), b.int64(step));
}

ExprId TileScope::at(ExprId value, ExprId row_at, ExprId column_at, ExprId depth_at) {
  Substitution place(f);
  if (row_at.valid()) place.replace(c.row, row_at);
  if (column_at.valid()) place.replace(c.column, column_at);
  if (depth_at.valid()) place.replace(c.depth, depth_at);
  return place.expr(value);
}

bool TileScope::lies_along(VarId counter, ArrayId id, const std::vector<ExprId>& indices) const {
  const Array& array = f[id];
  if (array.space == AddressSpace::Argument && array.strides.back() != StrideClass::Unit) return false;
  const auto form = analysis::affine_form(f, indices.back());
  if (!form || analysis::coefficient_of(f, *form, counter) != 1) return false;
  const analysis::Affine rest = analysis::without(f, *form, counter);
  const bool elsewhere = std::any_of(rest.terms.begin(), rest.terms.end(), [&](const analysis::Term& term) {
    return analysis::reads_variable(f, term.atom, counter);
  });
  return !elsewhere && std::none_of(indices.begin(), indices.end() - 1,
                                    [&](ExprId index) { return analysis::reads_variable(f, index, counter); });
}

ExprId TileScope::row(const RegisterTile& tile, ExprId u) {
  return b.min(b.add(b.mul(tile.group, b.int64(sizes.rows)), u), b.sub(height, b.int64(1)));
}

ExprId TileScope::column(const RegisterTile& tile, ExprId in_vectors) {
  return b.add(b.mul(tile.panel, b.int64(sizes.panel())), b.add(tile.left, in_vectors));
}

ExprId TileScope::lane_of(ExprId vector, ExprId lane) { return b.add(b.mul(vector, b.int64(sizes.lanes)), lane); }

StmtId TileScope::each_vector(const RegisterTile& tile, const OfVector& body) {
  const VarId vector = counter("v");
  const VarId lane = counter("lane");
  const StmtId lanes = b.vector_loop(lane, b.int64(sizes.lanes), sizes.lanes, body(b.read(vector), b.read(lane)));
  return b.loop(vector, b.int64(tile.vectors), LoopMark::Unrolled, {lanes});
}

StmtId TileScope::each_register(const RegisterTile& tile, const OfRegister& body) {
  const VarId u = counter("u");
  const StmtId vectors =
      each_vector(tile, [&](ExprId vector, ExprId lane) { return body(b.read(u), vector, lane); });
  return b.loop(u, b.int64(sizes.rows), LoopMark::Unrolled, {vectors});
}

}  // namespace unpython::transform
