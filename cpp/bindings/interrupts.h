// Python's lock and Ctrl-C around long calls.
#pragma once
#include <Python.h>

#include <chrono>

#include "driver/launch.h"

namespace unpython::bindings {

/// Gives up Python's lock while it lives. If the interpreter ends meanwhile, a thread that is not the main
/// one stays here for good: it may not run Python any more, and unwinding it would run destructors that do.
class Unlocked {
 public:
  Unlocked() : thread_(PyEval_SaveThread()) {}
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 protected:
  PyThreadState* thread_;
};

/// Unlocked, and on the main thread interruptible: the services ask between chunks, at most every few
/// milliseconds, whether a signal handler raised; its exception is then set when the region ends.
class UnlockedCall : public Unlocked {
 public:
  explicit UnlockedCall(abi::Services& services);

 private:
  static int32_t poll(void* region);

  std::chrono::steady_clock::time_point next_look_;
};

/// Keeps locks whole over fork(), and knows the main thread of the child.
void watch_forks();

}  // namespace unpython::bindings
