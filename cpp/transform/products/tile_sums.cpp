#include "transform/products/tile_sums.h"

#include <algorithm>

#include "transform/products/pack_tile.h"

namespace unpython::transform {

using namespace ir;

TileSums::TileSums(TileScope& scope) : t_(scope), place_(own_place()) {
  const TileSizes& sizes = t_.sizes;
  for (const Accumulator& a : t_.c.accumulators) {
    const Variable sum = t_.f[a.variable];
    if (!place_) partial_.push_back(t_.b.heap_array(sum.name + "_tile", sum.type, 2));
    registers_.push_back(t_.b.local_array(sum.name + "_registers", sum.type, AddressSpace::Register,
                                          {sizes.rows, sizes.vectors, sizes.lanes}));
  }
}

std::optional<Store> TileSums::own_place() const {
  const Contraction& c = t_.c;
  if (!c.rectangular || c.accumulators.size() != 1 || c.finish.size() != 1) return std::nullopt;
  const auto* store = std::get_if<Store>(&t_.f[c.finish[0]].node);
  if (store == nullptr || store->indices.empty()) return std::nullopt;
  const VarId sum = c.accumulators[0].variable;
  const auto* stored = std::get_if<Read>(&t_.f[store->value].node);
  const bool same = stored != nullptr && stored->variable == sum && t_.f[store->array].type == t_.f[sum].type;
  return same && t_.lies_along(c.column, store->array, store->indices) ? std::optional(*store) : std::nullopt;
}

bool TileSums::has_constant_start() const { return t_.b.as_constant(t_.c.accumulators[0].start) != nullptr; }

bool TileSums::starts_in_place() const {
  const auto* element = std::get_if<Load>(&t_.f[t_.c.accumulators[0].start].node);
  return element != nullptr && element->array == place_->array &&
         std::equal(element->indices.begin(), element->indices.end(), place_->indices.begin(), place_->indices.end(),
                    [&](ExprId x, ExprId y) { return same_value(t_.f, x, y); });
}

Block TileSums::start() {
  if (place_) return start_in_place();
  Block code;
  for (ArrayId partial : partial_) {
    const std::vector<ExprId> extents = {t_.b.int64(t_.sizes.tile_rows), t_.b.int64(t_.sizes.tile_columns)};
    code.push_back(t_.b.statement(Allocate{partial, extents}));
  }
  for (size_t n = 0; n < partial_.size(); ++n) {
    const ExprId value = t_.c.accumulators[n].start;
    const bool constant = t_.b.as_constant(value) != nullptr;
    const ExprId everywhere = constant ? value : t_.b.number(t_.f[partial_[n]].type, 0);
    const ExprId columns = t_.b.mul(t_.ceiling(t_.width, t_.sizes.lanes), t_.b.int64(t_.sizes.lanes));
    code.push_back(fill_rows(t_.b, partial_[n], t_.height, columns, t_.sizes.lanes, everywhere));
    if (constant) continue;
    code.push_back(each_element([&](ExprId row, ExprId column, ExprId r, ExprId c) -> Block {
      return {t_.b.store(partial_[n], {r, c}, t_.at(value, row, column, {}))};
    }));
  }
  return code;
}

Block TileSums::start_in_place() {
  if (has_constant_start() || starts_in_place()) return {};
  return {each_element([&](ExprId row, ExprId column, ExprId, ExprId) -> Block {
    return {t_.b.store(place_->array, placed(row, column), t_.at(t_.c.accumulators[0].start, row, column, {}))};
  })};
}

Block TileSums::finish() {
  if (place_) return {};
  return {each_element([&](ExprId row, ExprId column, ExprId r, ExprId c) {
    Block code;
    for (size_t n = 0; n < partial_.size(); ++n) {
      code.push_back(t_.b.assign(t_.c.accumulators[n].variable, t_.b.load(partial_[n], {r, c})));
    }
    Substitution place(t_.f);
    place.replace(t_.c.row, row);
    place.replace(t_.c.column, column);
    const Block last = place.block(t_.c.finish);
    code.insert(code.end(), last.begin(), last.end());
    return code;
  })};
}

/// One statement for each element of the tile that the nest computes.
StmtId TileSums::each_element(const OfElement& body) {
  const VarId r = t_.counter("r");
  const VarId c = t_.counter("c");
  Block code;
  const ExprId row = t_.named("row", t_.b.add(t_.first_row, t_.b.read(r)), code);
  ExprId first = t_.b.int64(0);
  ExprId count = t_.width;
  if (!t_.c.rectangular) {
    const ExprId low = t_.b.sub(t_.at(t_.c.first_column, row, {}, {}), t_.first_column);
    const ExprId high = t_.b.sub(t_.at(t_.c.end_column, row, {}, {}), t_.first_column);
    first = t_.named("first", t_.b.max(t_.b.int64(0), low), code);
    count = t_.named("count", t_.b.sub(t_.b.min(t_.width, high), first), code);
  }
  const ExprId in_tile = t_.b.add(first, t_.b.read(c));
  const Block element = body(row, t_.b.add(t_.first_column, in_tile), t_.b.read(r), in_tile);
  code.push_back(t_.b.vector_loop(c, count, t_.sizes.lanes, element));
  return t_.b.loop(r, t_.height, LoopMark::Sequential, code);
}

/// Registers and the elements of the tiles that they come from.
StmtId TileSums::each_partial(const RegisterTile& tile, const OfPartial& body) {
  return t_.each_register(tile, [&](ExprId u, ExprId vector, ExprId lane) {
    Block code;
    const std::vector<ExprId> place = {t_.row(tile, u), t_.column(tile, t_.lane_of(vector, lane))};
    for (size_t n = 0; n < partial_.size(); ++n) code.push_back(body(n, place, {u, vector, lane}));
    return code;
  });
}

Block TileSums::load(const RegisterTile& tile) {
  if (place_) return load_place(tile);
  return {each_partial(tile, [&](size_t n, const auto& place, const auto& at) {
    return t_.b.store(registers_[n], at, t_.b.load(partial_[n], place));
  })};
}

Block TileSums::store(const RegisterTile& tile) {
  if (place_) return store_place(tile);
  return {each_partial(tile, [&](size_t n, const auto& place, const auto& at) {
    return t_.b.store(partial_[n], place, t_.b.load(registers_[n], at));
  })};
}

std::vector<ExprId> TileSums::placed(ExprId row, ExprId column) {
  std::vector<ExprId> indices;
  for (ExprId index : place_->indices) indices.push_back(t_.at(index, row, column, {}));
  return indices;
}

/// Registers and the elements they are of, where the elements are there.
StmtId TileSums::each_placed(const RegisterTile& tile, const OfPlaced& body) {
  const ExprId before = t_.column(tile, t_.b.int64(0));
  return t_.each_register(tile, [&](ExprId u, ExprId vector, ExprId lane) -> Block {
    const ExprId column = t_.lane_of(vector, lane);
    const ExprId row = t_.b.add(t_.first_row, t_.row(tile, u));
    const StmtId element = body(placed(row, t_.b.add(t_.b.add(t_.first_column, before), column)), {u, vector, lane});
    if (!tile.ragged) return {element};
    return {t_.b.if_then(t_.b.compare(CompareOp::Less, column, t_.b.sub(t_.width, before)), {element})};
  });
}

Block TileSums::load_place(const RegisterTile& tile) {
  const auto fill = [&](ExprId value) {
    return t_.each_register(tile, [&](ExprId u, ExprId vector, ExprId lane) -> Block {
      return {t_.b.store(registers_[0], {u, vector, lane}, value)};
    });
  };
  Block load;
  if (tile.ragged) load.push_back(fill(t_.b.number(t_.f[registers_[0]].type, 0)));
  load.push_back(each_placed(tile, [&](const auto& place, const auto& at) {
    return t_.b.store(registers_[0], at, t_.b.load(place_->array, place));
  }));
  if (!has_constant_start()) return load;
  const ExprId begins = t_.b.compare(CompareOp::Equal, t_.first_depth, t_.b.int64(0));
  return {t_.b.if_then(begins, {fill(t_.c.accumulators[0].start)}, load)};
}

Block TileSums::store_place(const RegisterTile& tile) {
  return {each_placed(tile, [&](const auto& place, const auto& at) {
    return t_.b.store(place_->array, place, t_.b.load(registers_[0], at));
  })};
}

Block TileSums::update(const std::vector<ExprId>& updates, Substitution& values, const std::vector<ExprId>& at) {
  Block code;
  for (size_t n = 0; n < registers_.size(); ++n) {
    values.replace(t_.c.accumulators[n].variable, t_.b.load(registers_[n], at));
    code.push_back(t_.b.store(registers_[n], at, values.expr(updates[n])));
  }
  return code;
}

}  // namespace unpython::transform
