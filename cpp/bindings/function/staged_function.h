// A call taken apart into stages, as Python sees it: the package unpython/dask deals them to workers.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// Adds the class Staged and stage(function, args) to the module.
void add_stages(pybind11::module_& module);

}  // namespace unpython::bindings
