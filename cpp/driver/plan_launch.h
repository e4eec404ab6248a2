// Whether a launch runs at once or tile by tile, and which arrays are held on the device meanwhile.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "driver/gpu_arrays.h"
#include "driver/gpu_tiles.h"
#include "driver/launch_plan.h"
#include "driver/tile_plans.h"
#include "kernel/boxes.h"
#include "kernel/launch.h"

namespace unpython::driver {

struct LaunchQuestion {
  const kernel::Kernel& kernel;
  std::vector<int64_t> extents;  ///< of the grid, outermost first; at least 1
  /// What iterations use of the kernel's arrays.
  std::function<std::vector<kernel::ArrayUse>(std::span<const kernel::IterationRange>)> uses;
  /// The same with GpuFunction::by_groups(); null where there is no such kernel. Asked where memory does not
  /// suffice.
  std::function<const LaunchQuestion*()> by_groups{};
  bool last = false;               ///< no other kernel of the call follows, and this one does not come again
  int least_tiles = 1;             ///< along each dimension, where it has as many iterations
  std::vector<int64_t> numbers{};  ///< values of the integers that `uses` may ask for
  TilePlans* known = nullptr;      ///< plans of launches before this one; may be null
  /// Tiles that would move more are refused, unless the call has to end on the device.
  double affordable_bytes = std::numeric_limits<double>::infinity();
};

/// Makes room for the launch and holds the buffers that it uses as a whole. None if not even one iteration
/// fits. Throws DeviceFailure where tiles would move too much.
[[nodiscard]] std::optional<LaunchPlan> plan_launch(GpuArrays& arrays, const LaunchQuestion& question);

}  // namespace unpython::driver
