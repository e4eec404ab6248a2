// Bounds what a device has been given and has not done: else a loop of launches fills the memory of the
// driver, and whoever wants to stop waits for all of them.
#pragma once
#include <array>
#include <cstddef>
#include <mutex>

#include "runtime/device/device.h"

namespace unpython::runtime {

class LaunchesInFlight {
 public:
  /// After so many launches. Waits while many are in flight: some hundreds of short ones, a few of long ones. Throws
  /// DeviceFailure, and Interrupted (support/stop_request.h).
  void add(Device& device, QueueHandle queue, int launches = 1);

 private:
  static constexpr size_t kGroups = 4;
  static constexpr int kMostInGroup = 128;

  std::mutex mutex_;                 ///< guards what follows
  std::array<Event, kGroups> ends_;  ///< of groups of launches; the oldest at next_
  size_t next_ = 0;
  int group_ = kMostInGroup;  ///< launches of a group
  int launched_ = 0;          ///< of the last group
};

}  // namespace unpython::runtime
