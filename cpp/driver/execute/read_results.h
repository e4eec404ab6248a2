// The results of a repeated call that the host computes from elements that kernels have left on the device.
#pragma once
#include <cstddef>
#include <span>

#include "driver/compile/gpu_function.h"
#include "driver/steps/steps.h"
#include "ir/interpret/interpret.h"

namespace unpython::driver {

/// Goes through the host part of a call whose steps have run. `values`: where the elements of `list.reads()` are.
[[nodiscard]] ir::Outcome read_results(const GpuFunction& function, const abi::Frame& frame, const StepList& list,
                                       std::span<const std::byte* const> values);

}  // namespace unpython::driver
