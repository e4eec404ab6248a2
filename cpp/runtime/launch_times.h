// When kernels began and ended on a device, while somebody profiles.
#pragma once
#include <functional>
#include <mutex>
#include <vector>

#include "runtime/device/device.h"
#include "support/spans.h"

namespace unpython::runtime {

class LaunchTimes {
 public:
  /// Calls `launch`, which puts one kernel on `queue`, between two marks of time. `span` names the kernel; settle() adds its times.
  void time(Device& device, QueueHandle queue, SpanRecord span, const std::function<void()>& launch);
  /// Waits for the kernels, and hands their spans on.
  void settle(Device& device);

 private:
  struct Pending {
    SpanRecord span;
    TimedPoint first;
    TimedPoint last;
  };
  void settle_under_lock(Device& device);

  std::mutex mutex_;  ///< guards what follows
  std::vector<Pending> pending_;
};

}  // namespace unpython::runtime
