// One call of a function on several devices.
#pragma once
#include <span>
#include <variant>

#include "abi/frame.h"
#include "driver/compile/gpu_function.h"
#include "driver/compile/records.h"
#include "driver/execute/call_rates.h"
#include "driver/execute/program.h"
#include "driver/several/deal.h"
#include "driver/steps/dealt_array.h"
#include "unpython/export.h"

namespace unpython::driver {

/// The devices of the call are those that hold the arrays, all in this order.
[[nodiscard]] bool are_dealt_to(const GpuFunction& function, std::span<DealtArray* const> arrays);
/// Runs the call on the device of `function` and on those of its others, and on the processor where `host` says so. Arguments are
/// on the host, or in arrays that are `dealt` to these devices, where results are then, too; `rates`: of the first device; else as
/// run_on_gpu().
[[nodiscard]] UNPYTHON_API std::variant<int32_t, Fallback> run_on_several(
    GpuFunction& function, const abi::Frame& frame, std::span<DealtArray* const> dealt, GpuRecord& record,
    Program& program, DeviceResults& kept, const CallRates& rates, const HostShare& host);

}  // namespace unpython::driver
