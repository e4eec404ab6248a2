// Calls with texts and tuples among their arguments go to a function without them: unpython/_taken_apart.py.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>
#include <vector>

#include "bindings/function_state.h"

namespace unpython::bindings {

struct TakenApart {
  pybind11::object function;
  pybind11::tuple values;
  std::vector<PyObject*> arguments;  ///< those of `values`
};

/// To be asked when arguments were refused, with that error set: clears it where another function takes the
/// call.
[[nodiscard]] std::optional<TakenApart> take_apart(FunctionState& function, PyObject* const* arguments,
                                                   size_t count, PyObject* keyword_names);

}  // namespace unpython::bindings
