// The way of a call: objects -> specialization -> machine code -> objects.
#pragma once
#include <Python.h>

#include <memory>

#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// f(*args, **kwargs) by vectorcall. Null with an exception set.
[[nodiscard]] PyObject* call(FunctionState& function, PyObject* const* arguments, size_t count,
                             PyObject* keyword_names);

struct ChosenEntry {
  std::shared_ptr<const Entry> entry;
  driver::Choice choice;
};

/// What would run a call with these arguments, compiled if need be; null pointers with an exception set.
[[nodiscard]] ChosenEntry find_choice(FunctionState& function, PyObject* const* arguments, size_t count,
                                      PyObject* keyword_names);

/// For benchmarks: {'analysis_us': durations of `repetitions` analyses of the call, 'known_ns': what a call
/// takes to see that its numbers are those of the last one, several times}. Null with an exception set.
[[nodiscard]] PyObject* plan_times(FunctionState& function, PyObject* const* arguments, size_t count,
                                   long repetitions);

/// As call(), by the IR interpreter; `scheduled`: the IR that machine code is made from, else the IR as
/// written.
[[nodiscard]] PyObject* call_interpreted(FunctionState& function, PyObject* const* arguments, size_t count,
                                         bool scheduled);

}  // namespace unpython::bindings
