// f.inspect() for devices.
#pragma once
#include <string>
#include <string_view>

#include "driver/compile/gpu_function.h"
#include "driver/plan/plan.h"
#include "unpython/export.h"

namespace unpython::driver {

/// inspect_gpu() shows this stage of functions that run on the processor, too.
[[nodiscard]] UNPYTHON_API bool shows_kernels(std::string_view stage);

/// `stage`: "cuda" or "opencl", which need no such device, and for a function on a device also "ir" and "scheduled".
/// Kernels are shown as the calls of `plan` launch them: the host part of such a call is walked without its data. Where the
/// data decides whether, or with which numbers, a kernel is launched, a comment says so. "cuda shapes" and "opencl shapes"
/// show each kernel in every shape of groups that it has, for tests of compilers. `gpu` (null: none) is the function as it
/// runs. A loop that no device takes gives a comment with the reason. Throws std::invalid_argument for another stage.
[[nodiscard]] UNPYTHON_API std::string inspect_gpu(const Specialization& specialization, const Plan& plan,
                                                   const GpuFunction* gpu, std::string_view stage);

}  // namespace unpython::driver
