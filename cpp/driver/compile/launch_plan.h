// How one launch runs: at once, or tile by tile. Plain data.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "footprint/array_uses.h"

namespace unpython::driver {

/// Why a launch is cut into tiles.
enum class Tiling : uint8_t {
  None,     ///< it is not
  Memory,   ///< the device has no room for all that the launch touches
  Overlap,  ///< copies and kernels go on beside each other
  Asked,    ///< by UNPYTHON_TILES
};
[[nodiscard]] const char* name_of(Tiling tiling);

/// Memory of the device that the tiles of a launch use in turns, for one buffer.
struct TilePlaces {
  int count = 0;
  int64_t bytes = 0;
};

struct LaunchPlan {
  Tiling tiling = Tiling::None;
  std::vector<int64_t> lengths;    ///< iterations of a tile along each dimension
  std::vector<size_t> order;       ///< dimensions, that of the slowest change first
  std::vector<TilePlaces> places;  ///< for each buffer of the kernel
  bool by_groups = false;          ///< each group of loads has a region of its own
  bool early = false;              ///< results of a tile go back before the call ends
  int64_t tiles = 1;
  double moved_bytes = 0;  ///< by all tiles, in and out, where the device lacks memory

  /// Only the outermost dimension is cut.
  [[nodiscard]] bool is_sliced(std::span<const int64_t> extents) const;
  /// The iterations of tile number `tile` of a grid of `extents`.
  [[nodiscard]] std::vector<footprint::IterationRange> ranges(int64_t tile,
                                                              std::span<const int64_t> extents) const;
};

}  // namespace unpython::driver
