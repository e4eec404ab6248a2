// Signals are looked at under Python's lock, which may be busy: hence not at each chunk.
#include "bindings/base/interrupts.h"

#include <cxxabi.h>
#include <pthread.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

#include "bindings/base/module_state.h"
#include "support/large_stack.h"

namespace unpython::bindings {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(20);

void take_lock(PyThreadState* thread) {
  try {
    PyEval_RestoreThread(thread);
  } catch (
      const ::abi::__forced_unwind&) {  // how CPython before 3.14 ends other threads with the interpreter
    for (;;) pause();
  }
}

}  // namespace

Unlocked::Unlocked() : thread_(PyEval_SaveThread()) {
  if (PyThread_get_thread_ident() == module_state().main_thread)
    asks_.emplace([this] { return is_interrupted(); });
}

bool Unlocked::is_interrupted() {
  PyEval_RestoreThread(thread_);
  const bool raised = PyErr_CheckSignals() != 0;
  thread_ = PyEval_SaveThread();
  return raised;
}

Unlocked::~Unlocked() { take_lock(thread_); }

Locked::Locked(Unlocked& region) : region_(region) { take_lock(region_.thread_); }
Locked::~Locked() { region_.thread_ = PyEval_SaveThread(); }

UnlockedCall::UnlockedCall(abi::Services& services)
    : next_look_(std::chrono::steady_clock::now() + kBetweenLooks) {
  if (PyThread_get_thread_ident() == module_state().main_thread) {
    services.poll = &UnlockedCall::poll;
    services.poll_user = this;
  }
}

int32_t UnlockedCall::poll(void* region) {
  auto& self = *static_cast<UnlockedCall*>(region);
  if (std::chrono::steady_clock::now() < self.next_look_) return 0;
  const bool raised = self.is_interrupted();
  self.next_look_ = std::chrono::steady_clock::now() + kBetweenLooks;
  return raised ? 1 : 0;
}

void watch_forks() {
  pthread_atfork([] { module_state().compiler.before_fork(); },
                 [] { module_state().compiler.after_fork_in_parent(); },
                 [] {
                   module_state().compiler.after_fork_in_child();
                   module_state().main_thread = PyThread_get_thread_ident();
                 });
}

void wait_at_exit() {
  const auto wait = [] {
    const pybind11::gil_scoped_release release;
    wait_for_left_work();
    module_state().compiler.wait_until_opened();
  };
  pybind11::module_::import("atexit").attr("register")(pybind11::cpp_function(wait));
}

}  // namespace unpython::bindings
