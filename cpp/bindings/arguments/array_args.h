// NumPy arrays as arguments: what is taken, what is refused, and how it is described to generated code.
#pragma once
#include "bindings/arguments/call_buffers.h"
#include "bindings/base/argument_context.h"
#include "bindings/base/numpy_api.h"

namespace unpython::bindings {

/// Adds an array to the call: its code, a copy of its dimensions and strides, its byte range. `stored`: the
/// program may store to it. False with a TypeError set when the array is refused.
[[nodiscard]] bool add_array(const ArgumentContext& context, PyArrayObject* array, bool stored,
                             CallBuffers& call);

/// NumPy's type number -> our type; false for the types that are not supported.
[[nodiscard]] bool scalar_type_of(int numpy_type, ScalarType& type);

/// The same of a dtype, with the unit of dates.
[[nodiscard]] bool element_type_of(PyArray_Descr* described, ScalarType& type);

/// Our type -> NumPy's dtype, which the caller owns; null with an error set.
[[nodiscard]] PyArray_Descr* described(ScalarType type);

/// Our type, which is no date -> NumPy's type number.
[[nodiscard]] int numpy_type_of(ScalarType type);

}  // namespace unpython::bindings
