// Signals are looked at under Python's lock, which may be busy: hence not at each chunk.
#include "bindings/interrupts.h"

#include <cxxabi.h>
#include <pthread.h>
#include <unistd.h>

#include "bindings/module_state.h"

namespace unpython::bindings {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(20);

}  // namespace

Unlocked::~Unlocked() {
  try {
    PyEval_RestoreThread(thread_);
  } catch (
      const ::abi::__forced_unwind&) {  // how CPython before 3.14 ends other threads with the interpreter
    for (;;) pause();
  }
}

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
  PyEval_RestoreThread(self.thread_);
  const int raised = PyErr_CheckSignals();
  self.thread_ = PyEval_SaveThread();
  self.next_look_ = std::chrono::steady_clock::now() + kBetweenLooks;
  return raised;
}

void watch_forks() {
  pthread_atfork([] { module_state().compiler.before_fork(); },
                 [] { module_state().compiler.after_fork_in_parent(); },
                 [] {
                   module_state().compiler.after_fork_in_child();
                   module_state().main_thread = PyThread_get_thread_ident();
                 });
}

}  // namespace unpython::bindings
