// A node of a syntax tree and all below it.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// Goes over them as ast.walk does, level by level, but for ast.Load() and its kin, which say where a node stands.
PyObject* walk(PyObject* module, PyObject* node);

}  // namespace unpython::bindings
