// The number of started calls, and Python's part asked where there are some.
#include "bindings/base/started_calls.h"

#include <pybind11/pybind11.h>

#include <atomic>

namespace unpython::bindings {
namespace {

std::atomic<int> started_calls{0};

}  // namespace

bool wait_for_started(std::span<PyObject* const> arguments) {
  if (started_calls.load(std::memory_order_relaxed) == 0) return true;
  namespace py = pybind11;
  try {
    py::tuple given(arguments.size());
    for (size_t i = 0; i < arguments.size(); ++i) given[i] = py::handle(arguments[i]);
    py::module_::import("unpython._started").attr("wait_for")(*given);
    return true;
  } catch (py::error_already_set& problem) {
    problem.restore();
    return false;
  }
}

void count_started(int more) { started_calls.fetch_add(more, std::memory_order_relaxed); }

}  // namespace unpython::bindings
