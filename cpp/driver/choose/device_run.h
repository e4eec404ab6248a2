// A call on a device, step by step as it will run: what each part takes there, which parts run in order and are left to
// the processor, and what then crosses the link between both sides.
//
// Problem: a part that runs in order has one work item; the run leaves it to the processor where that ends sooner
//          (execute/leave_to_host.cpp), and then the arrays that both sides use go back and forth.
// Choice:  the parts are walked in their order, a loop around them twice: its first iteration brings the arrays
//          over, all others are alike. Each array has two amounts, in bytes: what the device lacks of what the
//          processor has, and the other way round.
// Rejected: sets of elements (footprint::Footprint) in place of amounts: exact, and too slow for an estimate.
#pragma once
#include "driver/choose/cpu_rates.h"
#include "driver/choose/nest_work.h"
#include "runtime/device_rates.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Seconds of one launch of each part, by part.
struct PartTimes {
  std::vector<double> device;
  std::vector<double> host;
};

/// Seconds.
struct DeviceRun {
  double in = 0;   ///< arguments, on their way to the device
  double out = 0;  ///< results, on their way back
  double kernels = 0;
  double host = 0;           ///< parts that the processor runs
  double between = 0;        ///< what crosses for them, and results that the host waits for
  bool is_one_sided = true;  ///< no part runs on the processor
};

[[nodiscard]] UNPYTHON_API DeviceRun walk(const CallWork& work, const PartTimes& times,
                                          const runtime::DeviceRates& rates);
/// Of one way over the link: along the line through what was measured, then at the rate of large transfers.
[[nodiscard]] UNPYTHON_API double seconds_in(double bytes, const runtime::DeviceRates& rates);
[[nodiscard]] UNPYTHON_API double seconds_out(double bytes, const runtime::DeviceRates& rates);

}  // namespace unpython::driver
