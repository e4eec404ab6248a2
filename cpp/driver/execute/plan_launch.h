// Whether a launch runs at once or tile by tile, and which arrays are held on the device meanwhile.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "driver/compile/known_uses.h"
#include "driver/compile/launch_plan.h"
#include "driver/compile/plans_by_room.h"
#include "driver/execute/gpu_arrays.h"
#include "driver/execute/gpu_tiles.h"
#include "footprint/array_uses.h"
#include "kernel/launch.h"

namespace unpython::driver {

/// What a tile moves at least where tiles only make copies overlap: the threads that copy wait for each other at the end of
/// each tile. On a H200 host tiles of 32 MiB hid nothing; of 128 MiB, a stencil went in and out in 18 ms instead of 23.
inline constexpr int64_t kOverlapBytes = 128 << 20;
/// A launch has two such tiles at least.
inline constexpr int64_t kLeastOverlapped = 2 * kOverlapBytes;

/// A buffer is small if it takes at most a 16th of the room. Small buffers are held whatever the tiles are, as long as all
/// of them together take at most a quarter of the room.
inline constexpr int64_t kSmallPart = 16;
inline constexpr int64_t kSmallTogether = 4;

struct LaunchQuestion {
  const kernel::Kernel& kernel;
  std::vector<int64_t> extents;  ///< of the grid, outermost first; at least 1
  KnownUses::Uses all;           ///< what all iterations together use of the kernel's arrays
  /// What some iterations use.
  std::function<std::vector<footprint::ArrayUse>(std::span<const footprint::IterationRange>)> uses;
  /// The same as boxes around it, in less time.
  std::function<std::vector<footprint::ArrayUse>(std::span<const footprint::IterationRange>)> enclosing;
  /// The same with GpuFunction::by_groups(); null where there is no such kernel. Asked where memory does not
  /// suffice.
  std::function<const LaunchQuestion*()> by_groups{};
  /// kernels_to_next_load().
  std::function<int64_t(ir::ArrayId)> next_load{};
  int line = 0;                    ///< of the outermost loop
  bool last = false;               ///< no other kernel of the call follows, and this one does not come again
  int least_tiles = 1;             ///< along each dimension, where it has as many iterations
  std::vector<int64_t> numbers{};  ///< that decide what `uses` gives
  TilePlans* known = nullptr;      ///< plans of launches before this one; may be null
  /// Tiles that would move more are refused, unless the call has to end on the device.
  double affordable_bytes = std::numeric_limits<double>::infinity();
  int pieces = 1;  ///< CallRates::pieces
};

/// Where the elements of an array lie on the host and on the device, as a part of what a plan is found again by.
void append_place(const footprint::CallArray& array, std::vector<int64_t>& numbers);

/// Makes room for the launch and holds the buffers that it uses as a whole. None if not even one iteration
/// fits. Throws DeviceFailure where tiles would move too much.
[[nodiscard]] std::optional<LaunchPlan> plan_launch(GpuArrays& arrays, const LaunchQuestion& question);

}  // namespace unpython::driver
