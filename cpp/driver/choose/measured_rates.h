// The rates of this machine, which choices are made by: measured by the first two processes that ask, and kept on disk. What else runs
// meanwhile takes away from what one of them sees, seldom from both.
#pragma once
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "driver/choose/cpu_rates.h"
#include "driver/execute/call_rates.h"
#include "runtime/device_rates.h"
#include "unpython/export.h"

namespace unpython::driver {

/// The rates of this machine: measured when first asked for, or read from disk. Thread-safe.
class UNPYTHON_API MeasuredRates {
 public:
  /// `disk` must live as long; entries are found by device, driver and processor.
  explicit MeasuredRates(runtime::DiskCache& disk) : disk_(disk) {}
  /// Takes some tenths of a second where it measures. Throws DeviceFailure.
  [[nodiscard]] runtime::DeviceRates of(runtime::Gpu& gpu);
  /// The same. Throws DeviceError.
  [[nodiscard]] CpuRates of_cpu(Compiler& compiler);
  /// One number that `measure` gives and `what` tells from others: how much quicker one way of sorting is than another.
  [[nodiscard]] double of_sort(Compiler& compiler, const std::string& what, const std::function<double()>& measure);
  /// From now on the rates are these, for tests.
  void assume(const runtime::Gpu& gpu, const runtime::DeviceRates& device, const CpuRates& cpu);
  /// What a run on the device weighs up with the host: by the rates that are known, by typical ones until a choice
  /// had them measured. Does not take long.
  [[nodiscard]] CallRates for_call(runtime::Gpu& gpu);

 private:
  runtime::DiskCache& disk_;
  /// Guards what follows; held while rates are measured, so that runs do not disturb each other.
  std::mutex mutex_;
  std::map<const runtime::Gpu*, runtime::DeviceRates> devices_;
  std::set<const runtime::Gpu*> looked_up_;  ///< on disk, for calls
  std::optional<CpuRates> cpu_;
};

}  // namespace unpython::driver
