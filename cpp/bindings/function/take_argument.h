// One argument of a call that is taken apart: what it is made of, by the layout that unpython/_taken_apart.py gives.
#pragma once
#include <Python.h>

#include "bindings/function/taken_apart.h"

namespace unpython::bindings {

/// Whether a call with this argument may be taken apart: compiled functions take numbers and arrays themselves.
[[nodiscard]] bool is_built(PyObject* object);

/// As unpython/_taken_apart.py describes it: (kind, constant, depth, names, items), or None for what is passed on.
[[nodiscard]] ArgumentLayout layout_of(const pybind11::handle& described);

/// Whether an argument is built like that; what is passed on of it goes to `out`.
[[nodiscard]] bool take(const ArgumentLayout& layout, PyObject* object, TakenApart& out);

}  // namespace unpython::bindings
