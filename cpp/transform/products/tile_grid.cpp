#include "transform/products/tile_grid.h"

#include <limits>

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kMoreWaves = 3;    // numbers of waves that are tried for each width
constexpr int64_t kUnevenWaves = 4;  // waves in which tiles of different work come out even

// Costs at one depth, in quarters of a cycle.
constexpr int64_t kUpdateCost = 3;  // of a vector; with its part of the moves from and to the partial results
constexpr int64_t kRowCost =
    6;  // of packing one element of a row operand, whose neighbours are depths mostly
constexpr int64_t kColumnCost = 2;  // of one of a column operand

constexpr int64_t kTileCost = 8000;  // of a tile beside its depths, in the same unit

class ChooseGrid {
 public:
  ChooseGrid(Builder& build, const TiledNest& nest, const TileSizes& sizes, Block& code)
      : b_(build), nest_(nest), sizes_(sizes), code_(code) {}

  TileGrid run(int threads) {
    groups_ = named("groups", ceiling(nest_.rows, sizes_.rows), code_);
    panels_ = named("panels", ceiling(nest_.columns, sizes_.panel()), code_);
    least_row_tiles_ = named("least_row_tiles", least_tiles(groups_, sizes_.tile_rows / sizes_.rows), code_);
    const ExprId most_panels = b_.int64(sizes_.tile_columns / sizes_.panel());
    if (threads == 1) {
      const ExprId column_tiles = named("least_column_tiles", least_tiles(panels_, most_panels), code_);
      return grid(ceiling(groups_, least_row_tiles_), ceiling(panels_, column_tiles));
    }
    best_groups_ = variable("tile_groups", 1);
    best_panels_ = variable("tile_panels", 1);
    best_cost_ = variable("least_cost", std::numeric_limits<int64_t>::max());
    const ExprId work = b_.mul(b_.mul(nest_.rows, nest_.columns), nest_.depths);
    const ExprId busy = b_.min(b_.int64(threads), b_.floor_div(work, b_.int64(kThreadWork)));
    busy_ = named("busy_threads", b_.max(b_.int64(1), busy), code_);
    const VarId width = b_.variable("width", ScalarType::Int64);
    code_.push_back(b_.loop(width, b_.min(panels_, most_panels), LoopMark::Sequential,
                            of_width(b_.add(b_.read(width), b_.int64(1)))));
    return grid(b_.read(best_groups_), b_.read(best_panels_));
  }

 private:
  ExprId named(const char* name, ExprId value, Block& into) {
    const VarId variable = b_.variable(name, ScalarType::Int64);
    into.push_back(b_.assign(variable, value));
    return b_.read(variable);
  }
  VarId variable(const char* name, int64_t value) {
    const VarId variable = b_.variable(name, ScalarType::Int64);
    code_.push_back(b_.assign(variable, b_.int64(value)));
    return variable;
  }
  ExprId ceiling(ExprId value, ExprId step) {
    return b_.floor_div(b_.add(value, b_.sub(step, b_.int64(1))), step);
  }
  ExprId ceiling(ExprId value, int64_t step) { return ceiling(value, b_.int64(step)); }
  ExprId at_least_one(ExprId value) { return b_.max(b_.int64(1), value); }
  ExprId least_tiles(ExprId extent, ExprId most) { return at_least_one(ceiling(extent, most)); }
  ExprId least_tiles(ExprId extent, int64_t most) { return least_tiles(extent, b_.int64(most)); }

  Block of_width(ExprId width) {
    Block code;
    const ExprId column_tiles = named("column_tiles", ceiling(panels_, width), code);
    const ExprId panels = named("even_panels", ceiling(panels_, column_tiles), code);
    const ExprId waves = ceiling(b_.mul(least_row_tiles_, column_tiles), busy_);
    const ExprId least = nest_.rectangular ? waves : b_.max(waves, b_.int64(kUnevenWaves));
    const ExprId least_waves = named("least_waves", least, code);
    const VarId more = b_.variable("more_waves", ScalarType::Int64);
    Block body = of_waves(column_tiles, panels, b_.add(least_waves, b_.read(more)));
    code.push_back(b_.loop(more, b_.int64(kMoreWaves), LoopMark::Sequential, std::move(body)));
    return code;
  }

  /// The row tiles that fill the waves, and what that costs.
  Block of_waves(ExprId column_tiles, ExprId panels, ExprId waves) {
    Block code;
    const ExprId filling = b_.floor_div(b_.mul(waves, busy_), column_tiles);
    const ExprId row_tiles = b_.max(least_row_tiles_, b_.min(groups_, filling));
    const ExprId groups = named("even_groups", ceiling(groups_, row_tiles), code);
    const ExprId tiles = b_.mul(ceiling(groups_, at_least_one(groups)), column_tiles);
    const int64_t tile = sizes_.rows * sizes_.vectors * nest_.accumulators * kUpdateCost;
    const int64_t row = sizes_.rows * nest_.row_operands * kRowCost;
    const int64_t column = sizes_.panel() * nest_.column_operands * kColumnCost;
    const ExprId packed = b_.add(b_.mul(groups, b_.int64(row)), b_.mul(panels, b_.int64(column)));
    const ExprId one = b_.add(b_.mul(b_.mul(groups, panels), b_.int64(tile)), packed);
    const ExprId time = b_.add(b_.mul(one, nest_.depths), b_.int64(kTileCost));
    // Threads are not equally fast: in the end half a tile more is waited for, where there are several.
    const ExprId several = b_.min(b_.int64(1), b_.sub(busy_, b_.int64(1)));
    const ExprId halves = b_.add(b_.mul(ceiling(tiles, busy_), b_.int64(2)), several);
    const ExprId cost = named("cost", b_.mul(halves, time), code);
    code.push_back(b_.if_then(
        b_.compare(CompareOp::Less, cost, b_.read(best_cost_)),
        {b_.assign(best_cost_, cost), b_.assign(best_groups_, groups), b_.assign(best_panels_, panels)}));
    return code;
  }

  TileGrid grid(ExprId groups, ExprId panels) {
    const ExprId rows = named("tile_rows", b_.mul(at_least_one(groups), b_.int64(sizes_.rows)), code_);
    const ExprId columns =
        named("tile_columns", b_.mul(at_least_one(panels), b_.int64(sizes_.panel())), code_);
    return {.tile_rows = rows,
            .row_tiles = named("row_tiles", ceiling(nest_.rows, rows), code_),
            .tile_columns = columns,
            .column_tiles = named("column_tiles", ceiling(nest_.columns, columns), code_)};
  }

  Builder& b_;
  const TiledNest& nest_;
  const TileSizes& sizes_;
  Block& code_;
  ExprId groups_, panels_, least_row_tiles_, busy_;
  VarId best_groups_, best_panels_, best_cost_;
};

}  // namespace

TileGrid choose_grid(Builder& build, const TiledNest& nest, const TileSizes& sizes, int threads,
                     Block& code) {
  return ChooseGrid(build, nest, sizes, code).run(threads);
}

}  // namespace unpython::transform
