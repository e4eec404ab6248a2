// When running code asks its caller whether to stop: abi::Services::poll, at most every 20 ms on a thread.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

#include "abi/frame.h"
#include "unpython/export.h"

namespace unpython::runtime {

using Clock = std::chrono::steady_clock;

/// While it lives, loops on this thread, which works for another's parallel loop, stop when `flag` is set: only
/// the thread of the call may ask its caller.
class StopsWith {
 public:
  explicit StopsWith(const std::atomic<bool>& flag);
  ~StopsWith();
  StopsWith(const StopsWith&) = delete;
  StopsWith& operator=(const StopsWith&) = delete;

 private:
  const std::atomic<bool>* before_;
};

/// Asks the caller's poll if it is due.
[[nodiscard]] bool asked_to_stop(const abi::Services& services, Clock::time_point now);

/// abi::Services::pace. The steps grow or shrink so that a loop looks at the clock every few milliseconds, however long its
/// iterations take, and at least once in some thousands of them.
[[nodiscard]] UNPYTHON_API int32_t pace(const abi::Services* services, abi::LoopPace* pace);

}  // namespace unpython::runtime
