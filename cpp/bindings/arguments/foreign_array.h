// Arrays that other libraries hold on a device, by __cuda_array_interface__ or DLPack.
#pragma once
#include <optional>
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

/// Version 3 of __cuda_array_interface__, which says the stream to wait for; else DLPack, else version 2; none for an object that offers neither. NumPy arrays and numbers do not come here. Throws TypeError for what
/// cannot be used, DeviceError for memory of no device of ours.
[[nodiscard]] std::optional<DescribedArray> describe_foreign(const pybind11::object& object);

}  // namespace unpython::bindings
