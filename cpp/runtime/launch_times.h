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
  /// Runs `launch`, which gives `queue` one kernel. `span` says which; its times are added by settle().
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
