// What `python -m unpython doctor` and the Python files ask about this process and this machine.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// Adds settings(), cpu_report(), cache_report(), clear_cache() and reasons() to the module.
void add_environment(pybind11::module_& module);

}  // namespace unpython::bindings
