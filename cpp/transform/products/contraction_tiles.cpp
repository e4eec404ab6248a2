#include "transform/products/contraction_tiles.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "transform/products/tile_grid.h"
#include "transform/products/tile_operands.h"
#include "transform/products/tile_scope.h"
#include "transform/products/tile_sizes.h"
#include "transform/products/tile_sums.h"

namespace unpython::transform {
namespace {

using namespace ir;

TileSizes sizes_for(const Function& f, const Contraction& c, const PackedUpdate& packed, const abi::TargetInfo& target) {
  int64_t item = 1;
  for (const Accumulator& a : c.accumulators) item = std::max(item, size_of(f[a.variable].type));
  int by_row = 0;
  for (const PackedOperand& operand : packed.operands) {
    item = std::max(item, size_of(f[operand.placeholder].type));
    by_row += operand.by_row ? 1 : 0;
  }
  const TileSizes sizes = choose_tile_sizes(target, item, static_cast<int>(c.accumulators.size()), by_row,
                                            static_cast<int>(packed.operands.size()) - by_row);
  return c.rectangular ? sizes : sizes_of_triangles(sizes);
}

class TiledCode {
 public:
  TiledCode(Function& f, const Contraction& c, const PackedUpdate& packed, const abi::TargetInfo& target)
      : f_(f),
        b_(f),
        c_(c),
        packed_(packed),
        threads_(target.threads),
        scope_(f, c, sizes_for(f, c, packed, target)),
        sizes_(scope_.sizes),
        operands_(scope_, packed),
        sums_(scope_) {}

  Block run(bool parallel) {
    Block code;
    rows_ = scope_.named("rows", b_.max(b_.int64(0), c_.rows), code);
    depths_ = scope_.named("depths", c_.depths, code);
    bounds(code);
    const bool buffered = operands_.packed_rows() > 0 || !sums_.wait_in_place();
    const TiledNest nest{.rows = rows_,
                         .columns = columns_,
                         .depths = depths_,
                         .accumulators = sums_.count(),
                         .row_operands = operands_.packed_rows(),
                         .column_operands = operands_.columns(),
                         .rectangular = c_.rectangular};
    const auto [tile_rows, row_tiles, tile_columns, column_tiles] =
        choose_grid(b_, nest, buffered ? sizes_ : sizes_of_any_height(sizes_), parallel ? threads_ : 1, code);

    const VarId task = scope_.counter("tile");
    Block body;
    const ExprId row_tile = scope_.named("row_tile", b_.floor_div(b_.read(task), column_tiles), body);
    const ExprId column_tile = b_.sub(b_.read(task), b_.mul(row_tile, column_tiles));
    scope_.first_row = scope_.named("first_row", b_.mul(row_tile, tile_rows), body);
    scope_.height = scope_.named("height", b_.min(tile_rows, b_.sub(rows_, scope_.first_row)), body);
    const ExprId offset = scope_.named("offset", b_.mul(column_tile, tile_columns), body);
    scope_.first_column = scope_.named("first_column", b_.add(leftmost_, offset), body);
    scope_.width = scope_.named("width", b_.min(tile_columns, b_.sub(columns_, offset)), body);
    append(body, tile_with_work());
    const ExprId tasks = b_.mul(row_tiles, column_tiles);
    const ExprId work = b_.max(b_.int64(1), b_.mul(b_.mul(tile_rows, tile_columns), depths_));
    const ExprId grain = b_.add(b_.floor_div(b_.int64(kThreadWork), work), b_.int64(1));
    const StmtId loop = parallel ? b_.parallel_loop(task, tasks, grain, body, c_.range)
                                 : b_.loop(task, tasks, LoopMark::Sequential, body, c_.range);
    code.push_back(c_.needs_depth ? b_.if_then(b_.compare(CompareOp::Greater, depths_, b_.int64(0)), {loop})
                                  : loop);
    return code;
  }

 private:
  static void append(Block& block, const Block& more) { block.insert(block.end(), more.begin(), more.end()); }

  /// The range of columns over all rows; bounds of a row are linear, so the first and the last row decide.
  void bounds(Block& code) {
    if (c_.rectangular) {
      leftmost_ = c_.first_column;
      columns_ = scope_.named("columns", b_.max(b_.int64(0), c_.end_column), code);
      return;
    }
    const ExprId last = b_.sub(rows_, b_.int64(1));
    const auto ends = [&](ExprId bound) {
      return std::pair(scope_.at(bound, b_.int64(0), {}, {}), scope_.at(bound, last, {}, {}));
    };
    const auto [low0, low1] = ends(c_.first_column);
    const auto [high0, high1] = ends(c_.end_column);
    leftmost_ = scope_.named("leftmost", b_.min(low0, low1), code);
    columns_ = scope_.named("columns", b_.max(b_.int64(0), b_.sub(b_.max(high0, high1), leftmost_)), code);
  }

  /// The tile, unless no row of a triangle reaches into it.
  Block tile_with_work() {
    if (c_.rectangular) return tile();
    const ExprId first = scope_.first_row;
    const ExprId last = b_.add(first, b_.sub(scope_.height, b_.int64(1)));
    const auto bound = [&](ExprId column, ExprId row) { return scope_.at(column, row, {}, {}); };
    const ExprId low = b_.min(bound(c_.first_column, first), bound(c_.first_column, last));
    const ExprId high = b_.max(bound(c_.end_column, first), bound(c_.end_column, last));
    const ExprId end = b_.add(scope_.first_column, scope_.width);
    const ExprId reaches = b_.logical_and(b_.compare(CompareOp::Less, low, end),
                                          b_.compare(CompareOp::Greater, high, scope_.first_column));
    return {b_.if_then(reaches, tile())};
  }

  Block tile() {
    Block code;
    append(code, sums_.start());
    const ExprId depths = b_.int64(sizes_.depth);
    append(code, operands_.prepare(b_.min(depths, depths_)));
    const VarId step = scope_.counter("step");
    Block body;
    scope_.first_depth = scope_.named("first_depth", b_.mul(b_.read(step), depths), body);
    scope_.depth = scope_.named("depth", b_.min(depths, b_.sub(depths_, scope_.first_depth)), body);
    append(body, operands_.pack());
    append(body, register_tiles());
    ExprId steps = scope_.ceiling(depths_, sizes_.depth);
    if (sums_.begin_in_registers()) steps = b_.max(b_.int64(1), steps);
    code.push_back(b_.loop(step, steps, LoopMark::Sequential, body));
    append(code, sums_.finish());
    return code;
  }

  /// Row after row of register tiles: what the rows read stays in the first-level cache, sums of neighbours follow each other.
  /// Whole panels, then the vectors that are left: a matrix of 100 columns has three panels of 32 and one vector of 16.
  Block register_tiles() {
    Block code;
    const ExprId panels = scope_.named("whole_panels", b_.floor_div(scope_.width, b_.int64(sizes_.panel())), code);
    const ExprId left = b_.sub(scope_.width, b_.mul(panels, b_.int64(sizes_.panel())));
    const VarId group = scope_.counter("group");
    const VarId panel = scope_.counter("panel");
    const VarId vector = scope_.counter("vector");
    const RegisterTile wide{.group = b_.read(group),
                            .panel = b_.read(panel),
                            .left = b_.int64(0),
                            .vectors = sizes_.vectors,
                            .ragged = false};
    const RegisterTile narrow{.group = b_.read(group),
                              .panel = panels,
                              .left = b_.mul(b_.read(vector), b_.int64(sizes_.lanes)),
                              .vectors = 1,
                              .ragged = true};
    code.push_back(b_.loop(
        group, scope_.ceiling(scope_.height, sizes_.rows), LoopMark::Sequential,
        {b_.loop(panel, panels, LoopMark::Sequential, register_tile(wide)),
         b_.loop(vector, scope_.ceiling(left, sizes_.lanes), LoopMark::Sequential, register_tile(narrow))}));
    return code;
  }
  Block register_tile(const RegisterTile& tile) {
    const VarId p = scope_.counter("p");
    Block code = sums_.load(tile);
    code.push_back(b_.loop(p, scope_.depth, LoopMark::Sequential, one_depth(tile, b_.read(p))));
    append(code, sums_.store(tile));
    return code;
  }
  /// The updates of a register tile at one depth. Operands are read once, not once for each update.
  Block one_depth(const RegisterTile& tile, ExprId p) {
    Block code = operands_.read_columns(tile, p);
    const VarId u = scope_.counter("u");
    Block body = operands_.read_row(tile, b_.read(u), p);
    body.push_back(scope_.each_vector(tile, [&](ExprId vector, ExprId lane) {
      Substitution values(f_);
      values.replace(c_.row, b_.add(scope_.first_row, scope_.row(tile, b_.read(u))));
      values.replace(c_.column, b_.add(scope_.first_column, scope_.column(tile, scope_.lane_of(vector, lane))));
      values.replace(c_.depth, b_.add(scope_.first_depth, p));
      operands_.replace_columns(values, vector, lane);
      return sums_.update(packed_.updates, values, {b_.read(u), vector, lane});
    }));
    code.push_back(b_.loop(u, b_.int64(sizes_.rows), LoopMark::Unrolled, body));
    return code;
  }

  Function& f_;
  Builder b_;
  const Contraction& c_;
  const PackedUpdate& packed_;
  const int threads_;
  TileScope scope_;
  const TileSizes& sizes_;
  TileOperands operands_;
  TileSums sums_;
  ExprId rows_, depths_, leftmost_, columns_;  // of the nest
};

}  // namespace

Block tiled_code(Function& function, const Contraction& contraction, const PackedUpdate& packed,
                 const abi::TargetInfo& target, bool parallel) {
  return TiledCode(function, contraction, packed, target).run(parallel);
}

}  // namespace unpython::transform
