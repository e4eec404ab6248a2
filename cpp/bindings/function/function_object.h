// unpython's Function: a callable that looks like the function it was made from.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

struct FunctionState;

/// Adds the type Function and the testing hook interpret(function, level, *args) to the module.
void add_function_type(pybind11::module_& module);

/// Of an object of that type.
[[nodiscard]] FunctionState& state_of(PyObject* function);

}  // namespace unpython::bindings
