// Signals are looked at under Python's lock, which may be busy: hence not at each chunk.
#include "bindings/base/interrupts.h"

#include <cxxabi.h>
#include <pthread.h>
#include <pybind11/pybind11.h>
#include <unistd.h>

#include <vector>

#include "bindings/base/module_state.h"
#include "support/large_stack.h"

namespace unpython::bindings {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(20);

thread_local std::vector<StopFlag*> flags_of_thread;  ///< the Python objects live as long as their `with` blocks

/// The innermost; null: none.
StopFlag* flag_of_thread() { return flags_of_thread.empty() ? nullptr : flags_of_thread.back(); }

void take_lock(PyThreadState* thread) {
  try {
    PyEval_RestoreThread(thread);
  } catch (
      const ::abi::__forced_unwind&) {  // how CPython before 3.14 ends other threads with the interpreter
    for (;;) pause();
  }
}

}  // namespace

void add_stop_flag(pybind11::module_& module) {
  namespace py = pybind11;
  py::class_<StopFlag>(module, "StopFlag",
                       "Ends calls of threads: `with flag:` they look at it, stop() sets it.")
      .def(py::init<>())
      .def("stop", [](StopFlag& flag) { flag.is_set = true; })
      .def("__enter__", [](StopFlag& flag) { flags_of_thread.push_back(&flag); })
      .def("__exit__", [](StopFlag&, const py::args&) { flags_of_thread.pop_back(); });
}

Unlocked::Unlocked()
    : thread_(PyEval_SaveThread()),
      flag_(flag_of_thread()),
      is_main_(PyThread_get_thread_ident() == module_state().main_thread) {
  if (may_be_interrupted()) asks_.emplace([this] { return is_interrupted(); });
}

bool Unlocked::is_interrupted() {
  const bool is_stopped = flag_ != nullptr && flag_->is_set;
  if (!is_main_ && !is_stopped) return false;
  PyEval_RestoreThread(thread_);
  if (is_stopped) PyErr_SetNone(PyExc_KeyboardInterrupt);
  const bool raised = is_stopped || PyErr_CheckSignals() != 0;
  thread_ = PyEval_SaveThread();
  return raised;
}

Unlocked::~Unlocked() { take_lock(thread_); }

Locked::Locked(Unlocked& region) : region_(region) { take_lock(region_.thread_); }
Locked::~Locked() { region_.thread_ = PyEval_SaveThread(); }

UnlockedCall::UnlockedCall(abi::Services& services)
    : next_look_(std::chrono::steady_clock::now() + kBetweenLooks) {
  if (may_be_interrupted()) {
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

void forget_error() {
  const bool is_ctrl_c = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0 &&
                         PyThread_get_thread_ident() == module_state().main_thread;
  PyErr_Clear();
  if (is_ctrl_c) PyErr_SetInterrupt();
}

void let_ctrl_c_go_first() {
  pybind11::error_already_set problem;  // takes the exception
  if (PyErr_CheckSignals() == 0) problem.restore();
}

void watch_forks() {
  pthread_atfork([] { module_state().compiler.before_fork(); },
                 [] { module_state().compiler.after_fork_in_parent(); },
                 [] {
                   module_state().compiler.after_fork_in_child();
                   module_state().package.after_fork_in_child();
                   module_state().main_thread = PyThread_get_thread_ident();
                 });
}

void wait_at_exit() {
  const auto wait = [] {
    const pybind11::gil_scoped_release release;
    wait_for_left_work();
    module_state().compiler.wait_until_opened();
    module_state().package.wait();
  };
  pybind11::module_::import("atexit").attr("register")(pybind11::cpp_function(wait));
}

}  // namespace unpython::bindings
