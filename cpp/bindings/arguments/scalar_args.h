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

}  // namespace unpython::bindings
