// Results of a call -> Python objects.
#pragma once
#include <Python.h>

#include "driver/launch.h"

namespace unpython::bindings {

/// A new reference: None, one value, or a tuple; null with an exception set. Weak scalars become Python's,
/// strong ones NumPy's; a returned array argument is the same object. `arguments`: the objects of the call in
/// parameter order.
[[nodiscard]] PyObject* make_results(const ir::Function& function, const abi::ScalarSlot* results,
                                     PyObject* const* arguments);

}  // namespace unpython::bindings
