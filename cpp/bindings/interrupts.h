// Python's lock and Ctrl-C around long calls.
#pragma once
#include <Python.h>

#include <chrono>

#include "driver/launch.h"

namespace unpython::bindings {

/// Gives up Python's lock while it lives. On the main thread it also makes the services ask, between chunks
/// and at most every few milliseconds, whether a signal handler raised; its exception is then set when the
/// region ends.
class UnlockedRegion {
 public:
  explicit UnlockedRegion(abi::Services& services);
  ~UnlockedRegion() { PyEval_RestoreThread(thread_); }
  UnlockedRegion(const UnlockedRegion&) = delete;
  UnlockedRegion& operator=(const UnlockedRegion&) = delete;

 private:
  static int32_t poll(void* region);

  PyThreadState* thread_;
  std::chrono::steady_clock::time_point next_look_;
};

/// Keeps locks whole over fork(), and knows the main thread of the child.
void watch_forks();

}  // namespace unpython::bindings
