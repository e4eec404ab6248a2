#include "runtime/launches_in_flight.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "support/stop_request.h"

namespace unpython::runtime {
namespace {

using Clock = std::chrono::steady_clock;

/// Who waits longer than this for a group has launched too many at once.
constexpr std::chrono::milliseconds kLong(5);

}  // namespace

void LaunchesInFlight::add(Device& device, QueueHandle queue, int launches) {
  stop_if_asked();
  Event oldest;
  {
    const std::scoped_lock lock(mutex_);
    launched_ += launches;
    if (launched_ < group_) return;
    launched_ = 0;
    oldest = std::exchange(ends_[next_], make_event(device, queue));
    next_ = (next_ + 1) % kGroups;
  }
  if (!oldest) return;
  const Clock::time_point start = Clock::now();
  device.wait(oldest.get());
  const bool slow = Clock::now() - start > kLong;
  {
    const std::scoped_lock lock(mutex_);
    group_ = slow ? 1 : std::min(group_ * 2, kMostInGroup);
  }
  stop_if_asked();
}

}  // namespace unpython::runtime
