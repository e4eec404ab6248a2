// One call of a function on a device.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "abi/frame.h"
#include "driver/compile/gpu_function.h"
#include "driver/execute/call_rates.h"
#include "driver/execute/gpu_arrays.h"
#include "driver/steps/steps.h"
#include "ir/interpret/interpret.h"
#include "runtime/device/device_failure.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Runs `function` with the arguments of `frame` and fills its results or its error (a site of
/// function.scheduled()). Gives an abi::Status, or says why the call has to run elsewhere: then
/// nothing has changed. Throws DeviceFailure where host memory may have been changed, InternalError.
/// `residents`: the device memory that some of the arguments lie in; if there is any, the arrays that results
/// own stay on the device and go into `kept`, else into the frame's memory. `steps` is told what is done.
[[nodiscard]] UNPYTHON_API std::variant<int32_t, Fallback> run_on_gpu(
    GpuFunction& function, const abi::Frame& frame, std::span<const runtime::Resident> residents,
    GpuRecord& record, StepList& steps, DeviceResults& kept, const CallRates& rates);

// What every run on devices begins and ends with.
/// Steps through the host part. What a kernel raises comes before what the host does after it: `settle` looks for it.
[[nodiscard]] ir::Outcome run_host_part(ir::Machine& machine, const std::function<void()>& settle,
                                        const GpuFunction& function, const abi::Frame& frame);
/// After a device has failed: the reason to run the call elsewhere. Throws DeviceError if it had begun to store its results.
[[nodiscard]] Fallback after_failure(const runtime::DeviceFailure& failure, const std::string& device,
                                     bool host_is_written);
/// Error or results but for what they own. Gives an abi::Status.
[[nodiscard]] int32_t fill_results(const ir::Outcome& outcome, const abi::Frame& frame);
/// Error or results of a call whose arrays have finish()ed. Gives an abi::Status.
[[nodiscard]] int32_t hand_over(const ir::Outcome& outcome, const std::vector<ir::ArrayId>& returned, GpuArrays& arrays,
                                const abi::Frame& frame, DeviceResults& kept);

}  // namespace unpython::driver
