#include "transform/products/tile_sizes.h"

#include <algorithm>

namespace unpython::transform {

namespace {

constexpr int64_t kMostRegisterRows = 10;  // each is read by an address of its own
constexpr int64_t kRowsOfWideTiles = 8;    // 24 accumulators of 32 registers
constexpr int64_t kMostRows = 576;
constexpr int64_t kRowsOfAnyHeight = 2400;
constexpr int64_t kMostColumns = 1024;
constexpr int64_t kMostOfTriangles = 192;  // rows and columns

int64_t round_down(int64_t value, int64_t step) { return std::max(step, value / step * step); }

}  // namespace

TileSizes choose_tile_sizes(const abi::TargetInfo& target, int64_t item_bytes, int accumulators,
                            int row_operands, int column_operands) {
  TileSizes sizes;
  sizes.lanes = static_cast<int>(std::max<int64_t>(2, target.vector_bytes / item_bytes));
  // Three vectors side by side load less for each multiplication: 11 values for 24, not 12 for 20.
  const bool is_wide = target.vector_registers >= 32 && accumulators * row_operands * column_operands == 1;
  if (is_wide) sizes.vectors = 3;
  // What is left for accumulators beside one row of each column operand, each row operand and a temporary.
  int64_t left = target.vector_registers - sizes.vectors * column_operands - row_operands - 1;
  const int64_t most_rows = is_wide ? kRowsOfWideTiles : row_operands == 1 ? kMostRegisterRows : kMostRegisterRows - 2;
  sizes.rows = std::clamp<int64_t>(left / (sizes.vectors * accumulators), 1, most_rows);

  int64_t panel_bytes = item_bytes * (sizes.panel() * column_operands + sizes.rows * row_operands);
  sizes.depth =
      std::min<int64_t>(512, round_down(target.l1_bytes * 3 / 4 / panel_bytes, std::max(16, sizes.lanes)));

  // Packed rows stay in the second-level cache while panel after panel of columns passes; what a row and a column are packed for grows
  // with the tile. Partial results are touched once for each depth of a tile, and may wait behind that cache.
  const int64_t packed_rows = target.l2_bytes / 2 / item_bytes / (sizes.depth * row_operands);
  sizes.tile_rows = round_down(std::min(kMostRows, packed_rows), sizes.rows);
  const int64_t columns = target.l2_bytes * 2 / item_bytes / (sizes.tile_rows * accumulators);
  sizes.tile_columns = round_down(std::clamp(columns, sizes.panel(), kMostColumns), sizes.panel());
  return sizes;
}

TileSizes sizes_of_any_height(TileSizes sizes) {
  sizes.tile_rows = round_down(kRowsOfAnyHeight, sizes.rows);
  return sizes;
}

TileSizes sizes_of_triangles(TileSizes sizes) {
  sizes.tile_rows = round_down(std::min(kMostOfTriangles, sizes.tile_rows), sizes.rows);
  sizes.tile_columns = round_down(std::min(kMostOfTriangles, sizes.tile_columns), sizes.panel());
  return sizes;
}

}  // namespace unpython::transform
