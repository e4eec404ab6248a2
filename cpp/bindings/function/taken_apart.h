// Calls with texts, tuples, lists and objects among their arguments go to a function without them:
// unpython/_taken_apart.py.
// How the arguments of the last such calls were built is kept, so that Python is asked once for each way.
#pragma once
#include <Python.h>

#include <optional>
#include <vector>

#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// A list or a dict that gets new items (one result, or two: its keys and its values), or a list of lists that do (one result; where
/// these get other places two: the lists, and the number among `rows` of the one that is at each place, -1: a new one).
struct ChangedList {
  PyObject* list;                          ///< borrowed from the call's arguments
  std::vector<pybind11::object> rows{};    ///< the inner lists
  std::vector<pybind11::object> before{};  ///< copies of it, or of `rows`, as they were when the call began
  bool is_placed = false;                  ///< whether the rows get other places
};

/// `list`, or the lists in it that are its `rows`, with what they hold now. The result has an empty `before` where memory is short.
[[nodiscard]] ChangedList changed_list(PyObject* list, std::vector<pybind11::object> rows = {});

struct TakenApart {
  PyObject* function;                ///< borrowed: FunctionState::variants holds it
  std::vector<PyObject*> arguments;  ///< borrowed: the call's own, items of its tuples, and `made`
  std::vector<pybind11::object> made{};  ///< arrays of lists, fields of objects
  std::vector<PyObject*> lists{};        ///< of numbers, and lists of these
  std::vector<ChangedList> changed{};    ///< those of `lists` whose new items are results of the call, behind its value
  std::vector<pybind11::object> objects{};  ///< what is kept of each argument that holds objects: unpython/_objects.py
  PyObject* returned = nullptr;          ///< the list that the call returns
  std::vector<PyObject*> places{};       ///< of the tuple that it returns: the argument there; null: a value that the function gives
};

/// The result of the call from what the function gave that takes it apart, a reference that this takes: the lists that it changes
/// get their items, and the caller's objects their fields. Null with an exception set where memory is short, or where another thread
/// has changed one of these lists since the call began: nothing is given back then, and Python makes the call again.
[[nodiscard]] PyObject* give_back(const TakenApart& call, PyObject* given);

/// The call as an earlier one with the same texts and lengths of tuples was taken apart; nothing where there
/// was none. Sets no exception.
[[nodiscard]] std::optional<TakenApart> take_apart_as_before(const FunctionState& function,
                                                             PyObject* const* arguments, size_t count,
                                                             PyObject* keyword_names);

/// The call of a function in which its texts and its lists of lists are written in other words, to be asked when it was refused.
/// `refusals`: the CompileErrors of the function as it is, and of what was asked for here before; nothing where the last of them
/// says nothing new, or with an exception that is set.
[[nodiscard]] std::optional<TakenApart> take_apart_in_other_words(FunctionState& function, PyObject* const* arguments,
                                                                  size_t count, PyObject* keyword_names,
                                                                  const pybind11::list& refusals);

/// No later call is taken apart like this one.
void forget_layout(FunctionState& function, const TakenApart& call);

/// To be asked when arguments were refused, with that error set: clears it where another function takes the
/// call.
[[nodiscard]] std::optional<TakenApart> take_apart(FunctionState& function, PyObject* const* arguments,
                                                   size_t count, PyObject* keyword_names);

}  // namespace unpython::bindings
