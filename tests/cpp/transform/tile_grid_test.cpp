#include "transform/products/tile_grid.h"

#include <catch2/catch.hpp>

#include <vector>

#include "ir/constant.h"
#include "ir/interpret/interpret.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using transform::TileGrid;
using transform::TileSizes;

namespace {

const TileSizes kSizes{
    .lanes = 8, .vectors = 3, .rows = 8, .depth = 144, .tile_rows = 152, .tile_columns = 216};

struct Sizes {
  int64_t tile_rows, row_tiles, tile_columns, column_tiles;
};

Sizes grid_of(int64_t rows, int64_t columns, int64_t depths, int threads, bool rectangular = true) {
  test::Program p("f");
  Builder& b = p.b;
  const transform::TiledNest nest{.rows = b.read(p.scalar("m", ScalarType::Int64)),
                                  .columns = b.read(p.scalar("n", ScalarType::Int64)),
                                  .depths = b.read(p.scalar("k", ScalarType::Int64)),
                                  .rectangular = rectangular};
  Block code;
  const TileGrid grid = transform::choose_grid(b, nest, kSizes, threads, code);
  code.push_back(b.statement(Return{{grid.tile_rows, grid.row_tiles, grid.tile_columns, grid.column_tiles}}));
  p.f.body = code;
  p.f.level = Level::Scheduling;
  for (int n = 0; n < 4; ++n) p.f.results.push_back({.type = ScalarType::Int64});
  std::vector<Constant> scalars;
  for (const int64_t size : {rows, columns, depths})
    scalars.push_back(make_constant(ScalarType::Int64, size));
  const Outcome outcome = interpret(p.f, {}, scalars);
  const auto result = [&](size_t n) { return outcome.results.at(n).integer; };
  return {result(0), result(1), result(2), result(3)};
}

}  // namespace

TEST_CASE("tiles cover the nest, none is empty, and all fit the caches") {
  for (const int64_t rows : {0, 1, 8, 100, 500, 1001}) {
    for (const int64_t columns : {0, 1, 25, 300, 4096}) {
      for (const int threads : {1, 2, 16, 100}) {
        for (const bool rectangular : {true, false}) {
          const Sizes grid = grid_of(rows, columns, 300, threads, rectangular);
          INFO(rows << " x " << columns << " on " << threads);
          CHECK(grid.tile_rows % kSizes.rows == 0);
          CHECK(grid.tile_columns % kSizes.panel() == 0);
          CHECK((grid.tile_rows > 0 && grid.tile_rows <= kSizes.tile_rows));
          CHECK((grid.tile_columns > 0 && grid.tile_columns <= kSizes.tile_columns));
          CHECK(grid.row_tiles == (rows + grid.tile_rows - 1) / grid.tile_rows);
          CHECK(grid.column_tiles == (columns + grid.tile_columns - 1) / grid.tile_columns);
        }
      }
    }
  }
}

TEST_CASE("waves of tiles leave few threads without work") {
  for (const int threads : {2, 4, 8, 16}) {
    for (const int64_t size : {200, 300, 500, 1000, 2000}) {
      const Sizes grid = grid_of(size, size, size, threads);
      const int64_t tiles = grid.row_tiles * grid.column_tiles;
      const int64_t waves = (tiles + threads - 1) / threads;
      INFO(size << " on " << threads << ": " << grid.tile_rows << " x " << grid.tile_columns);
      CHECK(waves * grid.tile_rows * grid.tile_columns * threads <= size * size * 5 / 4);
    }
  }
}

TEST_CASE("small products keep to few threads, triangles get tiles for several waves") {
  const Sizes small = grid_of(60, 60, 60, 16);
  CHECK(small.row_tiles * small.column_tiles == 1);
  const Sizes triangle = grid_of(1000, 1000, 1000, 16, false);
  CHECK(triangle.row_tiles * triangle.column_tiles >= 3 * 16);
}
