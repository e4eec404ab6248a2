// Whether a launch runs at once or tile by tile, and which arrays are held on the device meanwhile.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/gpu_arrays.h"
#include "driver/gpu_tiles.h"
#include "kernel/boxes.h"
#include "kernel/launch.h"

namespace unpython::driver {

/// Why a launch is cut into tiles.
enum class Tiling : uint8_t {
  None,     ///< it is not
  Memory,   ///< the device has no room for all that the launch touches
  Overlap,  ///< copies and kernels go on beside each other
  Asked,    ///< by UNPYTHON_TILES
};
[[nodiscard]] const char* name_of(Tiling tiling);

struct LaunchQuestion {
  const kernel::Kernel& kernel;
  std::vector<int64_t> extents;  ///< of the grid, outermost first; at least 1
  /// What iterations use of the kernel's arrays.
  std::function<std::vector<kernel::ArrayUse>(std::span<const kernel::IterationRange>)> uses;
  bool last = false;    ///< no other kernel of the call follows, and this one does not come again
  int least_tiles = 1;  ///< along each dimension, where it has as many iterations
};

struct LaunchPlan {
  Tiling tiling = Tiling::None;
  std::vector<int64_t> lengths;          ///< iterations of a tile along each dimension
  std::vector<size_t> order;             ///< dimensions, that of the slowest change first
  std::vector<GpuTiles::Places> places;  ///< for each buffer of the kernel
  bool early = false;                    ///< results of a tile go back before the call ends
  int64_t tiles = 1;

  /// Only the outermost dimension is cut.
  [[nodiscard]] bool is_sliced(std::span<const int64_t> extents) const;
  /// The iterations of tile number `tile` of a grid of `extents`.
  [[nodiscard]] std::vector<kernel::IterationRange> ranges(int64_t tile,
                                                           std::span<const int64_t> extents) const;
};

/// Makes room for the launch and holds the buffers that it uses as a whole. None if not even one iteration
/// fits.
[[nodiscard]] std::optional<LaunchPlan> plan_launch(GpuArrays& arrays, const LaunchQuestion& question);

}  // namespace unpython::driver
