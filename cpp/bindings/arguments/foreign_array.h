// Arrays that other libraries hold on a device, by __cuda_array_interface__ or DLPack.
#pragma once
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driver/execute/resident_array.h"
#include "unpython/types.h"

namespace unpython::bindings {

/// One array on a device, whoever owns it.
struct DescribedArray {
  driver::Resident resident;  ///< without a device: the array has no elements
  std::byte* data = nullptr;  ///< of element [0, 0, ...]
  ScalarType type = ScalarType::Float64;
  bool writeable = true;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  ///< bytes
  pybind11::object owner{};      ///< has to live as long as the array is used; may be empty
};

[[nodiscard]] std::vector<int64_t> packed_strides(const std::vector<int64_t>& shape, int64_t item);

/// The object says that its array can be shared by one of the two ways. NumPy arrays and numbers do not come
/// here.
[[nodiscard]] bool is_foreign_array(PyObject* object);
/// Versions 2 and 3 of __cuda_array_interface__; else DLPack, for which the work of its owner comes before
/// ours. Throws TypeError for what cannot be used, DeviceError for memory of no device of ours.
[[nodiscard]] DescribedArray describe_foreign(const pybind11::object& object);

}  // namespace unpython::bindings
