// Python's lock and Ctrl-C around long calls.
#pragma once
#include <Python.h>

#include <chrono>
#include <optional>

#include "driver/execute/cpu_call.h"
#include "support/stop_request.h"

namespace unpython::bindings {

/// Gives up Python's lock while it lives. If the interpreter ends meanwhile, a thread that is not the main
/// one stays here for good: it may not run Python any more, and unwinding it would run destructors that do.
class Unlocked {
 public:
  Unlocked();
  ~Unlocked();
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 protected:
  friend class Locked;

  /// Runs the signal handlers that are due, on the main thread; true if one raised.
  [[nodiscard]] bool is_interrupted();

  PyThreadState* thread_;

 private:
  std::optional<AsksWhileWaiting> asks_;  ///< on the main thread
};

/// Takes Python's lock back while it lives, within `region`.
class Locked {
 public:
  explicit Locked(Unlocked& region);
  ~Locked();
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  Unlocked& region_;
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

/// Python waits, before it ends, for compiling that Ctrl-C left behind, and for libraries that are being opened: the
/// libraries end after Python.
void wait_at_exit();

}  // namespace unpython::bindings
