// How large the tiles of a contraction are on this machine.
#pragma once
#include <cstdint>

#include "abi/target_info.h"

namespace unpython::transform {

struct TileSizes {
  int lanes = 8;             ///< elements of a vector
  int64_t vectors = 2;       ///< vectors side by side in the register tile
  int64_t rows = 10;         ///< rows of the register tile
  int64_t depth = 256;       ///< k of a packed tile: a panel of each operand stays in the first-level cache
  int64_t tile_rows = 0;     ///< of the tile that one task computes; a multiple of `rows`
  int64_t tile_columns = 0;  ///< a multiple of panel()
  [[nodiscard]] int64_t panel() const { return vectors * lanes; }
};

/// Sizes for elements of `item_bytes` and that many accumulators and packed operands of each side.
[[nodiscard]] TileSizes choose_tile_sizes(const abi::TargetInfo& target, int64_t item_bytes, int accumulators,
                                          int row_operands, int column_operands);

/// Tiles of more rows, where nothing is kept for each row: columns are packed less often.
[[nodiscard]] TileSizes sizes_of_any_height(TileSizes sizes);

/// Smaller tiles, for a nest that has nothing to do in some of them.
[[nodiscard]] TileSizes sizes_of_triangles(TileSizes sizes);

}  // namespace unpython::transform
