// One call of a function on several devices.
#pragma once
#include <variant>

#include "abi/frame.h"
#include "driver/compile/gpu_function.h"
#include "driver/compile/records.h"
#include "driver/execute/call_rates.h"
#include "driver/execute/program.h"
#include "driver/several/deal.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Runs the call on the device of `function` and on those of its others, and on the processor where `host` says so. Arguments are
/// on the host; `rates`: of the first device; else as run_on_gpu().
[[nodiscard]] UNPYTHON_API std::variant<int32_t, Fallback> run_on_several(GpuFunction& function,
                                                                          const abi::Frame& frame,
                                                                          GpuRecord& record, Program& program,
                                                                          const CallRates& rates,
                                                                          const HostShare& host);

}  // namespace unpython::driver
