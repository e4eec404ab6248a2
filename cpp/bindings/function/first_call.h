// What a call tries first, without a frame of Python.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// Adds the class FirstCall: a call with arguments by position goes to the attribute `first` of the object, if that is not None.
/// What has keywords, or ends with TypeError, NotImplementedError or CompileError, goes to the method `_otherwise`.
void add_first_call(pybind11::module_& module);

}  // namespace unpython::bindings
