// A kernel, or a part of its iterations, as code of the host.
#pragma once
#include <span>

#include "abi/frame.h"
#include "driver/compile/gpu_function.h"
#include "ir/constant.h"

namespace unpython::driver {

/// Which iterations of a kernel run, and what it is given. All by place in the kernel.
struct TwinRun {
  const kernel::Kernel& kernel;
  std::span<const abi::ArrayArgument> arrays;
  std::span<const ir::Constant> scalars;
  std::span<const int64_t> extents;  ///< of the part, along each Grid loop
  std::span<const int64_t> firsts;   ///< where the part begins; empty: at 0
};

/// Gives an abi::Status, and fills the error on kRaised. Compiles the code where it is new. Throws DeviceError.
[[nodiscard]] int32_t run_twin(GpuFunction& function, const TwinRun& run, const abi::Services& services,
                               abi::ErrorRecord& error);

}  // namespace unpython::driver
