// Drivers do not survive fork(): a child must not use what its parent opened.
#pragma once
#include <pthread.h>

#include <atomic>

namespace unpython::runtime {

/// Remembers the process that made it. Asked before each call of a driver, so it counts forks: the number of
/// the process would be a call of the system.
class ProcessMark {
 public:
  [[nodiscard]] bool is_ours() const { return forks().load(std::memory_order_relaxed) == made_after_; }

 private:
  /// Between the first process and this one.
  static std::atomic<unsigned>& forks() {
    static std::atomic<unsigned> count = 0;
    [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, [] { ++forks(); });
    return count;
  }

  unsigned made_after_ = forks();
};

}  // namespace unpython::runtime
