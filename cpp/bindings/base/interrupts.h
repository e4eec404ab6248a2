// Python's lock and Ctrl-C around long calls.
#pragma once
#include <Python.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <optional>

#include "driver/steps/cpu_call.h"
#include "support/stop_request.h"

namespace unpython::bindings {

/// Ends calls of threads that Ctrl-C does not reach: they end as if it had.
struct StopFlag {
  std::atomic<bool> is_set{false};
};

/// Adds the Python class StopFlag: `with flag:` calls of this thread look at it, `flag.stop()` sets it.
void add_stop_flag(pybind11::module_& module);

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

  /// Runs the signal handlers that are due, on the main thread; true if one raised, or if the flag of the thread is set. Then
  /// an exception of Python is set.
  [[nodiscard]] bool is_interrupted();
  [[nodiscard]] bool may_be_interrupted() const { return is_main_ || flag_ != nullptr; }

  PyThreadState* thread_;
  StopFlag* flag_;  ///< of this thread; may be null
  bool is_main_;

 private:
  std::optional<AsksWhileWaiting> asks_;  ///< where the thread may be interrupted
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

/// Unlocked, and on the main thread, or one with a StopFlag, interruptible: the services ask between chunks, at most every few
/// milliseconds, whether to stop; the exception is then set when the region ends.
class UnlockedCall : public Unlocked {
 public:
  explicit UnlockedCall(abi::Services& services);

 private:
  static int32_t poll(void* region);

  std::chrono::steady_clock::time_point next_look_;
};

/// Drops the exception that is set, of Python code that was asked something and may fail. Ctrl-C is not dropped: it comes again
/// when Python runs on.
void forget_error();

/// An exception is set. Ctrl-C that is due, perhaps since forget_error(), is raised in its place.
void let_ctrl_c_go_first();

/// Keeps locks whole over fork(), and knows the main thread of the child.
void watch_forks();

/// Python waits, before it ends, for compiling that Ctrl-C left behind, and for libraries that are being opened: the
/// libraries end after Python.
void wait_at_exit();

}  // namespace unpython::bindings
