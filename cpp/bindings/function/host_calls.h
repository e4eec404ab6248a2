// Calls of Python's functions from compiled code.
#pragma once
#include <cstdint>

#include <pybind11/pybind11.h>

#include "abi/frame.h"

namespace unpython::bindings {

/// As Services::call_host; Services::host is a tuple of Python functions. Takes Python's lock. What the function raises is
/// set as Python's exception. Arrays that it only reads are read-only.
/// What numpy_sorts.h adds runs without the lock; a NumberText or TextNumber among them does its work without Python where it can.
int32_t call_python(const abi::Services* services, int32_t function, int32_t count, const abi::HostArgument* arguments);

/// Adds text_of() and words_of(), the class TextNumber: a function(out, codes) of Python that puts float(text) into out[0], and the
/// class NumberText: a function(out, value[, spec]) of Python that puts the code points of
/// format(value, spec), or of str(value), into out[1:], and their number into out[0]; where out is too short, -1 - that number.
void add_texts(pybind11::module_& module);

}  // namespace unpython::bindings
