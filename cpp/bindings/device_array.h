// Arrays on a device as arguments: our own (up.to_device) and those of other CUDA libraries.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/argument_context.h"
#include "bindings/call_buffers.h"

namespace unpython::bindings {

/// True for a DeviceArray, or an object with `__cuda_array_interface__` that is no number and no NumPy array.
[[nodiscard]] bool is_device_array(PyObject* object);

/// Adds one to the call. False with an exception set when it is refused.
[[nodiscard]] bool add_device_array(const ArgumentContext& context, PyObject* object, bool stored,
                                    CallBuffers& call);

/// Adds the class DeviceArray and to_device() to the module.
void add_device_arrays(pybind11::module_& module);

}  // namespace unpython::bindings
