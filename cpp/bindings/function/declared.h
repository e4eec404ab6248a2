// Functions with declared types, for builds for callers without Python.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// Adds declared_options(function) and compile_declaration(text) to the module.
void add_declared(pybind11::module_& module);

}  // namespace unpython::bindings
