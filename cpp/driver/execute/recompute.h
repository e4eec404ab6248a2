// What the host part of a repeated call makes of elements that it reads on the host (kernel/host_arrays.h).
#pragma once
#include <vector>

#include "driver/compile/gpu_function.h"
#include "driver/execute/host_stores.h"
#include "ir/interpret/interpret.h"

namespace unpython::driver {

struct Recomputed {
  std::vector<abi::ScalarSlot> scalars{};  ///< of all launches in order, as LaunchArgument::computed counts them
  HostStores stores{};
  ir::Outcome outcome{};
};

/// Such arrays are in memory of the host, each for itself.
[[nodiscard]] Recomputed recompute(const GpuFunction& function, const abi::Frame& frame);

}  // namespace unpython::driver
