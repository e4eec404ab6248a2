// Signals are looked at under Python's lock, which may be busy: hence not at each chunk.
#include "bindings/interrupts.h"

#include <pthread.h>

#include "bindings/module_state.h"

namespace unpython::bindings {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(20);

}  // namespace

UnlockedRegion::UnlockedRegion(abi::Services& services)
    : thread_(nullptr), next_look_(std::chrono::steady_clock::now() + kBetweenLooks) {
  if (PyThread_get_thread_ident() == module_state().main_thread) {
    services.poll = &UnlockedRegion::poll;
    services.poll_user = this;
  }
  thread_ = PyEval_SaveThread();
}

int32_t UnlockedRegion::poll(void* region) {
  auto& self = *static_cast<UnlockedRegion*>(region);
  const auto now = std::chrono::steady_clock::now();
  if (now < self.next_look_) return 0;
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
