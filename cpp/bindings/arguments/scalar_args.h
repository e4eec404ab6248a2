// Python and NumPy numbers as arguments.
#pragma once
#include "bindings/arguments/call_buffers.h"
#include "bindings/base/argument_context.h"

namespace unpython::bindings {

/// Adds a number to the call: Python's own are weak, NumPy's (also 0-d arrays where a scalar is declared) and
/// those declared by `type(...)` are strong; None is one too, where nothing is declared. False with TypeError or
/// OverflowError set when it is refused.
[[nodiscard]] bool add_scalar(const ArgumentContext& context, PyObject* object, CallBuffers& call);

/// A number of Python or NumPy, or of a class that has their operators; not of one with its own, such as enum.IntFlag.
[[nodiscard]] bool is_plain_number(PyObject* object);

/// Whether the class of an object was made by a program, as those of members of an IntEnum are.
[[nodiscard]] inline bool is_of_own_class(PyObject* object) {
  return PyType_HasFeature(Py_TYPE(object), Py_TPFLAGS_HEAPTYPE) != 0;
}

}  // namespace unpython::bindings
