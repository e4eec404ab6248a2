// Arrays on a device as arguments: our own (up.to_device) and those of other CUDA libraries.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "bindings/arguments/call_buffers.h"
#include "bindings/base/argument_context.h"
#include "driver/steps/held_array.h"

namespace unpython::bindings {

enum class Taken { Yes, No, Refused };
/// Adds a DeviceArray, or an array that another library shares, to the call. No: the object is neither. Refused: an
/// exception is set.
[[nodiscard]] Taken take_device_array(const ArgumentContext& context, PyObject* object, bool stored, CallBuffers& call);

/// Some elements of an array on a device.
struct DevicePart {
  int64_t offset = 0;  ///< bytes, of element [0, 0, ...]
  std::vector<int64_t> shape{};
  std::vector<int64_t> strides{};  ///< bytes
  bool writeable = true;
};
/// A new DeviceArray; null with an exception set.
[[nodiscard]] PyObject* make_device_array(const std::shared_ptr<driver::HeldArray>& memory,
                                          ScalarType type, DevicePart part);
/// A DeviceArray of a part of another one, which it shares; offsets count from the other's element [0, 0,
/// ...]. TypeError for arrays of other libraries.
[[nodiscard]] PyObject* part_of_device_array(PyObject* base, DevicePart part);

/// Adds the class DeviceArray and to_device() to the module.
void add_device_arrays(pybind11::module_& module);

}  // namespace unpython::bindings
