// Functions that take the calls of another one, which was refused (unpython/_other_functions):
// - one takes the lists, dicts, sets and objects that names around it stand for, behind the arguments;
// - one changes copies of dicts, lists of tuples, ... and gives their new items.
#pragma once
#include <Python.h>

#include <optional>

#include "bindings/function/function_state.h"
#include "bindings/function/taken_apart.h"

namespace unpython::bindings {

/// Asks for the function that takes names around this one, which was refused; whether there is one. Sets no exception.
[[nodiscard]] bool ask_for_names_around(FunctionState& function);

/// Asks for the one that changes copies of what such arguments hold; whether there is one. Sets no exception.
[[nodiscard]] bool ask_for_changed_holders(FunctionState& function, PyObject* const* arguments, size_t count,
                                           PyObject* keyword_names);

/// The call as one of the function that takes names around; nothing where none is known, where it no longer means the same, or where a
/// name stands for nothing. Sets no exception.
[[nodiscard]] std::optional<TakenApart> take_names_around(const FunctionState& function, PyObject* const* arguments, size_t count,
                                                          PyObject* keyword_names);

/// The call as one of the function that changes copies, which are its `changed`; nothing where none is known for such arguments, or
/// where another argument is, or holds, what the function changes. Sets no exception.
[[nodiscard]] std::optional<TakenApart> take_changed_holders(const FunctionState& function, PyObject* const* arguments, size_t count,
                                                             PyObject* keyword_names);

/// The call as one of either function that is known.
[[nodiscard]] inline std::optional<TakenApart> take_other(const FunctionState& function, PyObject* const* arguments, size_t count,
                                                          PyObject* keyword_names) {
  if (!function.around && function.holders.empty()) [[likely]] return std::nullopt;
  auto other = take_names_around(function, arguments, count, keyword_names);
  return other ? std::move(other) : take_changed_holders(function, arguments, count, keyword_names);
}

}  // namespace unpython::bindings
