// NumPy arrays that are kept on a device for a while (up.resident): calls are given the copy there in their place.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <vector>

#include "bindings/base/host_resident.h"

namespace unpython::bindings {

/// The one that a range of bytes lies in; null: none. Throws pybind11's type_error where the range lies in one partly.
[[nodiscard]] HostResident* resident_of(std::vector<HostResident>& residents, uintptr_t begin, uintptr_t end);

/// Adds what up.resident is made of to the module.
void add_resident_arrays(pybind11::module_& module);

}  // namespace unpython::bindings
