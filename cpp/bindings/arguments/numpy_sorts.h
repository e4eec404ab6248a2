// NumPy's sorts for compiled code, where they are quicker on this machine than unpython's own (_library/sorting).
#pragma once
#include <cstdint>
#include <pybind11/pybind11.h>

#include "abi/frame.h"

namespace unpython::bindings {

/// Adds functions that compiled code calls without Python: sorted_by_numpy(out, line), ordered_by_numpy(out, line), which
/// store the line in order and the places of its elements in order, and numpy_is_quicker(out, n, is_order, number), which
/// stores whether the one or the other is quicker than our own for n numbers of this type.
void add_numpy_sorts(pybind11::module_& module);

[[nodiscard]] bool is_numpy_sort(const PyObject* function);

/// Runs `called` if it is one of them. False: it is another function.
[[nodiscard]] bool run_numpy_sort(const PyObject* called, const abi::HostArgument* given);

}  // namespace unpython::bindings
