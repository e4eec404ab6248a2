#include "runtime/threads/interruption.h"

#include <algorithm>
#include <utility>

namespace unpython::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr nanoseconds kPollEvery = milliseconds(20);
constexpr int64_t kSoon = nanoseconds(milliseconds(2)).count();  // between two looks of a loop at the clock
constexpr int64_t kLate = 4 * kSoon;
constexpr int64_t kMostIterations = int64_t{1} << 14;  // between two looks: the next ones may take a thousand times as long

thread_local Clock::time_point last_poll;
thread_local const std::atomic<bool>* stop_flag = nullptr;

}  // namespace

StopsWith::StopsWith(const std::atomic<bool>& flag) : before_(std::exchange(stop_flag, &flag)) {}
StopsWith::~StopsWith() { stop_flag = before_; }

bool asked_to_stop(const abi::Services& services, Clock::time_point now) {
  if (services.poll == nullptr || now - last_poll < kPollEvery) return false;
  last_poll = now;
  return services.poll(services.poll_user) != 0;
}

int32_t pace(const abi::Services* services, abi::LoopPace* pace) {
  if (services->poll == nullptr) {
    pace->left = INT64_MAX;
    return 0;
  }
  const Clock::time_point now = Clock::now();
  const int64_t time = nanoseconds(now.time_since_epoch()).count();
  const int64_t passed = time - pace->nanoseconds;
  if (pace->nanoseconds != 0 && passed < kSoon) pace->step = std::min(pace->step * 2, kMostIterations);
  if (pace->nanoseconds != 0 && passed > kLate)
    pace->step = std::max(pace->step / (passed / kSoon), int64_t{1});
  pace->nanoseconds = time;
  pace->left = pace->step;
  const bool stops = stop_flag != nullptr ? stop_flag->load() : asked_to_stop(*services, now);
  return stops ? 1 : 0;
}

}  // namespace unpython::runtime
