// Calls that change dicts, lists of tuples, ... go to a function that changes copies of them and gives their new items:
// unpython/_other_functions/changed_holders.py.
#pragma once
#include <Python.h>

#include <optional>

#include "bindings/function/function_state.h"
#include "bindings/function/taken_apart.h"

namespace unpython::bindings {

/// Asks for that function, of one that refused a call with such arguments; whether there is one. Sets no exception.
[[nodiscard]] bool ask_for_changed_holders(FunctionState& function, PyObject* const* arguments, size_t count,
                                           PyObject* keyword_names);

/// The call as one of that function; nothing where none is known for such arguments, or where another argument is, or holds, what the
/// function changes. Sets no exception.
[[nodiscard]] std::optional<TakenApart> take_known_holders(const FunctionState& function, PyObject* const* arguments, size_t count,
                                                           PyObject* keyword_names);
[[nodiscard]] inline std::optional<TakenApart> take_changed_holders(const FunctionState& function, PyObject* const* arguments,
                                                                    size_t count, PyObject* keyword_names) {
  if (function.holders.empty()) [[likely]] return std::nullopt;
  return take_known_holders(function, arguments, count, keyword_names);
}

}  // namespace unpython::bindings
