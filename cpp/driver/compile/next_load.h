// Which arrays a call needs again first, where the device lacks memory.
#pragma once
#include <cstdint>

#include "driver/compile/gpu_function.h"
#include "ir/function.h"
#include "kernel/launch.h"

namespace unpython::driver {

/// As many kernels run from this one to the next that loads the array, as far as the text says; more than any other number if
/// none comes. Example: 1, if the kernel behind it does.
[[nodiscard]] int64_t kernels_to_next_load(const GpuFunction& function, const kernel::Kernel& kernel, ir::ArrayId array);

}  // namespace unpython::driver
