// One call of a function on a device.
#pragma once
#include <span>
#include <variant>

#include "abi/frame.h"
#include "driver/gpu_arrays.h"
#include "driver/gpu_function.h"
#include "driver/recorded_call.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Runs `function` with the arguments of `frame` and fills its results or its error (a site of
/// function.scheduled()). Gives abi::kOk or abi::kRaised, or says why the call has to run elsewhere: then
/// nothing has changed. Throws DeviceFailure where host memory may have been changed, InternalError.
/// `residents`: the device memory that some of the arguments lie in. `recording` (may be null) notes what is
/// launched.
[[nodiscard]] UNPYTHON_API std::variant<int32_t, Fallback> run_on_gpu(GpuFunction& function,
                                                                      const abi::Frame& frame,
                                                                      std::span<const Resident> residents,
                                                                      GpuRecord& record,
                                                                      RecordedCall* recording);

}  // namespace unpython::driver
