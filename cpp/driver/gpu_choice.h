// Which device a function goes to, and what stood in the way of the others.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "driver/gpu_function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct GpuChoice {
  std::shared_ptr<GpuFunction> function;  ///< null: the CPU runs it
  std::vector<Fallback> fallbacks;        ///< ways that were tried before, in order
};

/// `wish`: "gpu" (the first GPU that takes it, CUDA before OpenCL), "cuda", "opencl", "cuda:0", ... Throws
/// RaceError, InternalError; a device that is not there or does not suit is a fallback.
[[nodiscard]] UNPYTHON_API GpuChoice choose_gpu(Compiler& compiler,
                                                std::shared_ptr<const Specialization> specialization,
                                                const std::string& wish);

/// "cuda:0: NO_FLOAT64, the device has no 64-bit floats (line 3)".
[[nodiscard]] UNPYTHON_API std::string text_of(const Fallback& fallback);

}  // namespace unpython::driver
