// Is a call worth its way to the GPU? Rates that were measured, bytes that would move, operations of the
// loops.
//
// The model is a roofline on each side: what moves over the link, then the slower of arithmetic and memory.
// Trip counts that data decide are guessed by the analysis. Rejected: a table of timed calls (the first ones
// would have to run on the wrong side).
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>

#include "abi/frame.h"
#include "driver/estimate.h"
#include "driver/gpu_function.h"
#include "driver/plan.h"
#include "runtime/device_rates.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What one call does.
struct CallWork {
  int64_t operations = 0;  ///< in the unit of transform/cost.h
  int64_t bytes_in = 0;    ///< that would move to the device, and back
  int64_t bytes_out = 0;
  int64_t bytes_touched = 0;
  int64_t launches = 1;
  bool float64 = false;  ///< computes in 64-bit floats
  int threads = 0;       ///< of the CPU; 0: all
};

/// Of a call with these arguments, all in host memory.
[[nodiscard]] UNPYTHON_API CallWork work_of(const Plan& plan, const GpuFunction& function,
                                            std::span<const abi::ArrayArgument> arrays);

[[nodiscard]] UNPYTHON_API Estimate estimate(const CallWork& work, const runtime::DeviceRates& device,
                                             const runtime::CpuRates& cpu);

/// The rates of this machine: measured once, then read from disk. Thread-safe.
class UNPYTHON_API MeasuredRates {
 public:
  /// `disk` must live as long; entries are found by device, driver and processor.
  explicit MeasuredRates(runtime::DiskCache& disk) : disk_(disk) {}
  /// Takes some tenths of a second the first time. Throws DeviceFailure.
  [[nodiscard]] runtime::DeviceRates of(runtime::Gpu& gpu);
  [[nodiscard]] runtime::CpuRates of_cpu();

 private:
  runtime::DiskCache& disk_;
  std::mutex
      mutex_;  ///< guards what follows; held while rates are measured, so that runs do not disturb each other
  std::map<const runtime::Gpu*, runtime::DeviceRates> devices_;
  std::optional<runtime::CpuRates> cpu_;
};

}  // namespace unpython::driver
