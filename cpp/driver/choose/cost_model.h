// What a call is expected to take on either side.
//
// The model is a roofline on each side, part by part: the slowest of arithmetic, loads and memory, where few
// iterations leave a part of the machine idle. On the device what moves over the link comes beside it.
// Rejected: a table of timed calls (the first ones would have to run on the wrong side).
#pragma once
#include "driver/choose/both_sides.h"
#include "driver/choose/cpu_rates.h"
#include "driver/choose/estimate.h"
#include "driver/choose/nest_work.h"
#include "driver/execute/call_rates.h"
#include "runtime/device_rates.h"
#include "unpython/export.h"

namespace unpython::driver {

[[nodiscard]] UNPYTHON_API Estimate estimate(const CallWork& work, const abi::DeviceProperties& device,
                                             const runtime::DeviceRates& rates, const CpuRates& cpu);
/// Both sides at once; without a share where the call is not dealt.
[[nodiscard]] UNPYTHON_API BothLines both_lines(const CallWork& work, const abi::DeviceProperties& device,
                                                const runtime::DeviceRates& rates, const CpuRates& cpu);
/// What the run of a call asks for; nothing says what it can afford.
[[nodiscard]] UNPYTHON_API CallRates call_rates(const runtime::DeviceRates& rates, const CpuRates& cpu);

}  // namespace unpython::driver
