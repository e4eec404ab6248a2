// Spans for Python: what unpython/_profile.py is made of.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

void add_profile(pybind11::module_& module);

}  // namespace unpython::bindings
