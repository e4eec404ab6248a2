// NumPy arrays that are kept on a device for a while (up.resident): calls are given the copy there in their place.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "bindings/base/host_resident.h"

namespace unpython::bindings {

/// The one that a range of bytes lies in; null: none, or one that is on the host meanwhile. Throws pybind11's type_error where the range
/// lies in one partly.
[[nodiscard]] HostResident* resident_of(std::vector<HostResident>& residents, uintptr_t begin, uintptr_t end);

/// Gives the host the elements as they are now, where an object is a resident array, or a part of one.
void bring_for_reading(PyObject* object);

/// Runs what Python does with these arguments: while it does, all arrays are on the host, where it sees them and stores to those
/// that it could store to before their block. What `run` gives; null where the elements do not come, with Python's error.
[[nodiscard]] PyObject* run_on_host(std::span<PyObject* const> arguments, const std::function<PyObject*()>& run);

/// Adds what up.resident is made of to the module.
void add_resident_arrays(pybind11::module_& module);

}  // namespace unpython::bindings
