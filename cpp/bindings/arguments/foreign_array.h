// Arrays that other libraries hold on a device, by __cuda_array_interface__ or DLPack.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>

#include "driver/steps/resident_array.h"
#include "runtime/memory/described_array.h"

namespace unpython::bindings {

/// One array on a device, whoever owns it.
struct ForeignArray {
  runtime::DescribedArray described;
  runtime::Resident resident{};  ///< without a device: the array has no elements
  pybind11::object owner{};     ///< has to live as long as the array is used; may be empty
};

/// The object offers one of the two interfaces. NumPy arrays and numbers do not come here.
[[nodiscard]] bool is_foreign_array(PyObject* object);
/// Version 3 of __cuda_array_interface__, which says the stream to wait for; else DLPack, else version 2; none for an
/// object that offers neither. NumPy arrays and numbers do not come here. Throws UnusableArray or TypeError for what
/// cannot be used, DeviceError for memory of no device of ours.
[[nodiscard]] std::optional<ForeignArray> describe_foreign(const pybind11::object& object);

}  // namespace unpython::bindings
