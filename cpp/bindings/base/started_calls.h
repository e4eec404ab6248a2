// Calls of f.start() that go on, for those that must not pass them (unpython/_started.py).
#pragma once
#include <Python.h>

#include <span>

namespace unpython::bindings {

/// Waits until started calls that have one of the arguments' arrays are over; costs a look at a number where there is no
/// started call. False with an exception set.
[[nodiscard]] bool wait_for_started(std::span<PyObject* const> arguments);

/// Says that `more` calls go on, or, negative, are over.
void count_started(int more);

}  // namespace unpython::bindings
