// Functions that name lists, dicts, sets and objects around them: each call goes to another function, which takes what these names
// stand for behind the arguments: unpython/_other_functions/names_around.py.
#pragma once
#include <Python.h>

#include <optional>

#include "bindings/function/function_state.h"
#include "bindings/function/taken_apart.h"

namespace unpython::bindings {

/// Asks for that function, of one that was refused; whether there is one. Sets no exception.
[[nodiscard]] bool ask_for_names_around(FunctionState& function);

/// The call as one of that function; nothing where it is not known, no longer means the same, or where a name stands for nothing. Sets
/// no exception.
[[nodiscard]] std::optional<TakenApart> take_known_names_around(const FunctionState& function, PyObject* const* arguments,
                                                                size_t count, PyObject* keyword_names);
[[nodiscard]] inline std::optional<TakenApart> take_names_around(const FunctionState& function, PyObject* const* arguments,
                                                                 size_t count, PyObject* keyword_names) {
  if (!function.around) [[likely]] return std::nullopt;
  return take_known_names_around(function, arguments, count, keyword_names);
}

}  // namespace unpython::bindings
