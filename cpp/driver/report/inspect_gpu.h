// f.inspect() for devices.
#pragma once
#include <string>
#include <string_view>

#include "driver/compile/gpu_function.h"
#include "unpython/export.h"

namespace unpython::driver {

/// `stage`: "cuda" or "opencl", which need no such device, and for a function on a device also "ir" and
/// "scheduled". `facts` are those of a call; `gpu` (null: none) is the function as it runs. A loop that no
/// device takes gives a comment with the reason. Throws std::invalid_argument for another stage.
[[nodiscard]] UNPYTHON_API std::string inspect_gpu(const Specialization& specialization,
                                                   const analysis::CallFacts& facts, const GpuFunction* gpu,
                                                   std::string_view stage);

}  // namespace unpython::driver
