#include "bindings/function/taken_apart.h"

#include <algorithm>
#include <utility>

#include "bindings/base/module_state.h"
#include "bindings/function/ask_python.h"
#include "bindings/function/function_object.h"
#include "bindings/function/resolve.h"
#include "bindings/function/take_argument.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

using Kind = ArgumentLayout::Kind;

/// More ways of one function are asked for again and again.
constexpr size_t kMostLayouts = 8;

/// What a function does depends on the names around it, which change.
bool sees_names_around(const ArgumentLayout& layout) {
  if (layout.kind != Kind::Constant)
    return std::any_of(layout.items.begin(), layout.items.end(), sees_names_around);
  PyObject* function = layout.constant.ptr();
  if (Py_TYPE(function) == module_state().function_type) function = state_of(function).py_func.ptr();
  return PyFunction_Check(function) && PyFunction_GET_CLOSURE(function) != nullptr;
}

/// Whether a list that the call changes is another argument too, which would see the changes.
bool is_seen_twice(const TakenApart& call) {
  if (call.changed.empty()) return false;
  std::vector<PyObject*> all = call.lists;
  std::sort(all.begin(), all.end());
  const auto is_twice = [&](PyObject* list) {
    const auto [first, last] = std::equal_range(all.begin(), all.end(), list);
    return last - first > 1;
  };
  return std::any_of(call.changed.begin(), call.changed.end(), [&](const ChangedList& changed) {
    return is_twice(changed.list) || std::any_of(changed.rows.begin(), changed.rows.end(),
                                                 [&](const py::object& row) { return is_twice(row.ptr()); });
  });
}

py::list as_list(const std::vector<py::object>& objects) {
  py::list made;
  for (const py::object& object : objects) made.append(object);
  return made;
}

/// The call as one that is built like this; nothing where it is not.
std::optional<TakenApart> taken(const KnownLayout& known, const std::vector<PyObject*>& bound) {
  TakenApart result{known.function, {}};
  for (size_t i = 0; i < bound.size(); ++i)
    if (!take(known.arguments[i], bound[i], result)) return std::nullopt;
  if (is_seen_twice(result)) return std::nullopt;
  if (result.objects.size() > 1 &&
      !py::cast<bool>(py::module_::import("unpython._objects").attr("are_apart")(as_list(result.objects))))
    return std::nullopt;
  return result;
}

/// Keeps how the arguments of a call are built.
void remember(FunctionState& function, KnownLayout known) {
  if (std::any_of(known.arguments.begin(), known.arguments.end(), sees_names_around)) return;
  auto kept = std::make_shared<const KnownLayout>(std::move(known));
  if (function.layouts.size() == kMostLayouts) function.layouts.erase(function.layouts.begin());
  function.layouts.push_back(std::move(kept));
}

std::optional<TakenApart> ask(FunctionState& function, PyObject* const* arguments, size_t count,
                              PyObject* keyword_names, const py::object& refusals) {
  const ParameterList& parameters = function.prepared->parameters;
  if (parameters.collects) return std::nullopt;
  const auto bound = bound_arguments(parameters, arguments, count, keyword_names);
  if (!bound) return std::nullopt;
  const py::object found = ask_python(function, "unpython._taken_apart", "taken_apart", as_tuple(*bound), refusals);
  if (found.is_none()) return std::nullopt;
  const auto pair = py::cast<py::tuple>(found);
  KnownLayout known{py::object(pair[0]).ptr(), {}};
  for (const py::handle& described : py::cast<py::tuple>(pair[1]))
    known.arguments.push_back(layout_of(described));
  std::optional<TakenApart> result = taken(known, *bound);
  if (result) remember(function, std::move(known));
  return result;
}

/// Whether two lists or two dicts hold the same objects in the same order.
bool hold_the_same(PyObject* one, PyObject* other) {
  if (PyList_CheckExact(one)) {
    const Py_ssize_t count = PyList_GET_SIZE(one);
    if (count != PyList_GET_SIZE(other)) return false;
    for (Py_ssize_t i = 0; i < count; ++i)
      if (PyList_GET_ITEM(one, i) != PyList_GET_ITEM(other, i)) return false;
    return true;
  }
  if (PyDict_GET_SIZE(one) != PyDict_GET_SIZE(other)) return false;
  Py_ssize_t at = 0;
  Py_ssize_t other_at = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  PyObject* other_key = nullptr;
  PyObject* other_value = nullptr;
  while (PyDict_Next(one, &at, &key, &value) != 0)
    if (PyDict_Next(other, &other_at, &other_key, &other_value) == 0 || key != other_key || value != other_value) return false;
  return true;
}

/// Whether a list holds these objects and no others.
bool holds(PyObject* list, const std::vector<py::object>& objects) {
  if (PyList_GET_SIZE(list) != static_cast<Py_ssize_t>(objects.size())) return false;
  for (size_t i = 0; i < objects.size(); ++i)
    if (PyList_GET_ITEM(list, static_cast<Py_ssize_t>(i)) != objects[i].ptr()) return false;
  return true;
}

/// Whether nobody else has changed a list since the call began.
bool is_as_before(const ChangedList& changed) {
  if (changed.rows.empty()) return changed.before.size() == 1 && hold_the_same(changed.list, changed.before[0].ptr());
  if (changed.before.size() != changed.rows.size() || (changed.is_placed && !holds(changed.list, changed.rows))) return false;
  for (size_t row = 0; row < changed.rows.size(); ++row)
    if (!hold_the_same(changed.rows[row].ptr(), changed.before[row].ptr())) return false;
  return true;
}

Py_ssize_t results_of(const ChangedList& changed) { return PyDict_CheckExact(changed.list) || changed.is_placed ? 2 : 1; }

/// Puts the rows where `places` says, with the items of `lists`. False with an exception set where memory is short.
bool put_rows(const ChangedList& changed, PyObject* lists, PyObject* places) {
  const auto placed = py::reinterpret_steal<py::object>(PyList_New(PyList_GET_SIZE(lists)));
  if (!placed) return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(lists); ++i) {
    PyObject* const items = PyList_GET_ITEM(lists, i);
    const long long number = PyLong_AsLongLong(PyList_GET_ITEM(places, i));
    PyObject* const row = number < 0 ? items : changed.rows[static_cast<size_t>(number)].ptr();
    if (row != items && PyList_SetSlice(row, 0, PyList_GET_SIZE(row), items) != 0) return false;
    PyList_SET_ITEM(placed.ptr(), i, Py_NewRef(row));
  }
  return PyList_SetSlice(changed.list, 0, PyList_GET_SIZE(changed.list), placed.ptr()) == 0;
}

/// Gives a list or a dict its new items. False with an exception set where memory is short.
bool give_items(const ChangedList& changed, PyObject* const* results) {
  if (PyDict_CheckExact(changed.list)) {
    PyDict_Clear(changed.list);
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(results[0]); ++i)
      if (PyDict_SetItem(changed.list, PyList_GET_ITEM(results[0], i), PyList_GET_ITEM(results[1], i)) != 0) return false;
    return true;
  }
  if (changed.rows.empty()) return PyList_SetSlice(changed.list, 0, PyList_GET_SIZE(changed.list), results[0]) == 0;
  if (changed.is_placed) return put_rows(changed, results[0], results[1]);
  for (size_t row = 0; row < changed.rows.size(); ++row) {
    PyObject* const inner = changed.rows[row].ptr();
    if (PyList_SetSlice(inner, 0, PyList_GET_SIZE(inner), PyList_GET_ITEM(results[0], static_cast<Py_ssize_t>(row))) != 0)
      return false;
  }
  return true;
}

/// The tuple of these arguments and, where there is none, the next item of `values`.
PyObject* with_arguments(const std::vector<PyObject*>& places, PyObject* values) {
  PyObject* const result = PyTuple_New(static_cast<Py_ssize_t>(places.size()));
  if (result == nullptr) return nullptr;
  Py_ssize_t next = 0;
  for (size_t i = 0; i < places.size(); ++i)
    PyTuple_SET_ITEM(result, static_cast<Py_ssize_t>(i), Py_NewRef(places[i] != nullptr ? places[i] : PyTuple_GET_ITEM(values, next++)));
  return result;
}

}  // namespace

ChangedList changed_list(PyObject* list, std::vector<py::object> rows) {
  ChangedList changed{list, std::move(rows)};
  const auto keep = [&](PyObject* held) {
    PyObject* const copy = PyDict_CheckExact(held) ? PyDict_Copy(held) : PyList_GetSlice(held, 0, PyList_GET_SIZE(held));
    if (copy == nullptr) {
      PyErr_Clear();
      return;
    }
    changed.before.push_back(py::reinterpret_steal<py::object>(copy));
  };
  if (changed.rows.empty()) keep(list);
  for (const py::object& row : changed.rows)
    if (PyList_CheckExact(row.ptr())) keep(row.ptr());
  return changed;
}

std::optional<TakenApart> take_apart_as_before(const FunctionState& function, PyObject* const* arguments,
                                               size_t count, PyObject* keyword_names) {
  if (function.layouts.empty()) return std::nullopt;
  const auto bound = bound_arguments(function.prepared->parameters, arguments, count, keyword_names);
  if (!bound) return std::nullopt;
  for (size_t back = 1; back <= function.layouts.size(); ++back) {
    const std::shared_ptr<const KnownLayout> known = function.layouts[function.layouts.size() - back];
    if (std::optional<TakenApart> result = taken(*known, *bound)) return result;
  }
  return std::nullopt;
}

PyObject* give_back(const TakenApart& call, PyObject* given) {
  if (given != nullptr && !call.objects.empty()) {
    const auto result = py::reinterpret_steal<py::object>(given);
    try {
      return py::module_::import("unpython._objects").attr("given_back")(as_list(call.objects), result).release().ptr();
    } catch (py::error_already_set& problem) {
      problem.restore();
      return nullptr;
    }
  }
  if (given == nullptr || call.changed.empty()) return given;
  const auto parts = py::reinterpret_steal<py::object>(given);
  if (!std::all_of(call.changed.begin(), call.changed.end(), is_as_before)) {
    PyErr_SetString(PyExc_RuntimeError, "another thread changed a list or a dict that the call changes");
    return nullptr;
  }
  Py_ssize_t at = PyTuple_GET_SIZE(given);
  for (const ChangedList& changed : call.changed) at -= results_of(changed);
  const Py_ssize_t values = at;
  for (const ChangedList& changed : call.changed) {
    if (!give_items(changed, &PyTuple_GET_ITEM(given, at))) return nullptr;
    at += results_of(changed);
  }
  if (call.returned != nullptr) return Py_NewRef(call.returned);
  if (!call.places.empty()) return with_arguments(call.places, values == 0 ? nullptr : PyTuple_GET_ITEM(given, 0));
  return Py_NewRef(values == 0 ? Py_None : PyTuple_GET_ITEM(given, 0));
}

std::optional<TakenApart> take_apart(FunctionState& function, PyObject* const* arguments, size_t count,
                                     PyObject* keyword_names) {
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) return std::nullopt;
  const size_t named = keyword_names != nullptr ? static_cast<size_t>(PyTuple_GET_SIZE(keyword_names)) : 0;
  const std::vector<PyObject*>& defaults = function.prepared->parameters.defaults;
  py::error_already_set refusal;  // takes the error
  const bool may = std::any_of(arguments, arguments + count + named, is_built) ||
                   std::any_of(defaults.begin(), defaults.end(), is_built);
  try {
    if (auto result = may ? ask(function, arguments, count, keyword_names, py::none()) : std::nullopt) return result;
  } catch (py::error_already_set& problem) {
    if (!problem.matches(PyExc_TypeError)) refusal = std::move(problem);
  }
  refusal.restore();
  return std::nullopt;
}

std::optional<TakenApart> take_apart_in_other_words(FunctionState& function, PyObject* const* arguments, size_t count,
                                                    PyObject* keyword_names, const py::list& refusals) {
  if (!prepared_again(function)) return std::nullopt;
  try {
    return ask(function, arguments, count, keyword_names, refusals);
  } catch (py::error_already_set& problem) {
    if (!problem.matches(PyExc_TypeError)) problem.restore();
  }
  return std::nullopt;
}

void forget_layout(FunctionState& function, const TakenApart& call) {
  std::erase_if(function.layouts, [&](const auto& known) { return known->function == call.function; });
}

}  // namespace unpython::bindings
