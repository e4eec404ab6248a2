// The clock of a device is set by that of the host: the last pending point has just happened when it was waited for.
#include "runtime/launch_times.h"

#include <utility>

namespace unpython::runtime {
namespace {

/// So many points are held at most.
constexpr size_t kMostPending = 4096;

}  // namespace

void LaunchTimes::time(Device& device, QueueHandle queue, SpanRecord span, const std::function<void()>& launch) {
  const std::scoped_lock lock(mutex_);
  if (pending_.size() >= kMostPending) settle_under_lock(device);
  TimedPoint first = device.record_time(queue);
  launch();
  TimedPoint last = device.record_time(queue);
  pending_.push_back({std::move(span), std::move(first), std::move(last)});
}

void LaunchTimes::settle(Device& device) {
  const std::scoped_lock lock(mutex_);
  settle_under_lock(device);
}

void LaunchTimes::settle_under_lock(Device& device) {
  if (pending_.empty()) return;
  std::vector<Pending> pending = std::exchange(pending_, {});
  const QueueHandle queue = pending.back().last.queue;
  device.wait(queue);
  const TimedPoint now = device.record_time(queue);
  device.wait(queue);
  const int64_t clock = span_clock();
  const auto nanoseconds = [&](const TimedPoint& from, const TimedPoint& to) {
    return static_cast<int64_t>(device.seconds_between(from, to) * 1e9);
  };
  for (Pending& each : pending) {
    each.span.end = clock - nanoseconds(each.last, now);
    each.span.begin = each.span.end - nanoseconds(each.first, each.last);
    add_span(std::move(each.span));
  }
}

}  // namespace unpython::runtime
