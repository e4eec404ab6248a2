#include "bindings/function/taken_apart.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "bindings/base/module_state.h"
#include "bindings/function/function_object.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// More ways of one function are asked for again and again.
constexpr size_t kMostLayouts = 8;

bool is_dtype(PyObject* object) {
  return std::string_view(Py_TYPE(object)->tp_name).starts_with("numpy.dtype");
}

/// Of a module: `max`, `math.sin`, `np.hypot`.
bool is_library_function(PyObject* object) {
  return PyCFunction_Check(object) || std::string_view(Py_TYPE(object)->tp_name) == "numpy.ufunc";
}

/// A text, a tuple, a function or a type: each is a part of the program.
bool is_constant(PyObject* object) {
  if (object == nullptr) return false;
  return PyUnicode_CheckExact(object) || PyTuple_CheckExact(object) || PyType_Check(object) ||
         PyFunction_Check(object) || Py_TYPE(object) == module_state().function_type || is_dtype(object) ||
         is_library_function(object);
}

/// What a function does depends on the names around it, which change.
bool sees_names_around(const ArgumentLayout& layout) {
  if (layout.is_tuple) return std::any_of(layout.items.begin(), layout.items.end(), sees_names_around);
  if (!layout.constant) return false;
  PyObject* function = layout.constant.ptr();
  if (Py_TYPE(function) == module_state().function_type) function = state_of(function).py_func.ptr();
  return PyFunction_Check(function) && PyFunction_GET_CLOSURE(function) != nullptr;
}

ArgumentLayout layout_of(PyObject* object) {
  ArgumentLayout layout;
  if (PyTuple_CheckExact(object)) {
    layout.is_tuple = true;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i)
      layout.items.push_back(layout_of(PyTuple_GET_ITEM(object, i)));
  } else if (is_constant(object)) {
    layout.constant = py::reinterpret_borrow<py::object>(object);
  }
  return layout;
}

/// Whether an argument is built like that; what is passed on of it goes to `out`.
bool take(const ArgumentLayout& layout, PyObject* object, std::vector<PyObject*>& out) {
  if (layout.constant) {
    PyObject* const known = layout.constant.ptr();
    return object == known || (PyUnicode_CheckExact(object) && PyUnicode_CheckExact(known) &&
                               PyUnicode_Compare(object, known) == 0);
  }
  if (!layout.is_tuple) {
    out.push_back(object);
    return !is_constant(object);
  }
  if (!PyTuple_CheckExact(object) || static_cast<size_t>(PyTuple_GET_SIZE(object)) != layout.items.size())
    return false;
  for (size_t i = 0; i < layout.items.size(); ++i)
    if (!take(layout.items[i], PyTuple_GET_ITEM(object, static_cast<Py_ssize_t>(i)), out)) return false;
  return true;
}

/// Keeps how the arguments of a call are built.
void remember(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
              const TakenApart& taken) {
  const ParameterList& parameters = function.prepared->parameters;
  std::vector<PyObject*> bound(parameters.names.size());
  if (parameters.collects || !bind_arguments(parameters, arguments, count, keyword_names, bound.data())) {
    PyErr_Clear();
    return;
  }
  KnownLayout known{taken.function, {}};
  std::vector<PyObject*> passed_on;
  for (PyObject* argument : bound) {
    known.arguments.push_back(layout_of(argument));
    if (sees_names_around(known.arguments.back()) || !take(known.arguments.back(), argument, passed_on)) return;
  }
  if (passed_on != taken.arguments) return;  // a type that is no element type is passed on, to be refused
  if (function.layouts.size() == kMostLayouts) function.layouts.erase(function.layouts.begin());
  function.layouts.push_back(std::move(known));
}

std::optional<TakenApart> ask(FunctionState& function, PyObject* const* arguments, size_t count,
                              PyObject* keyword_names) {
  py::tuple positional(count);
  for (size_t i = 0; i < count; ++i) positional[i] = py::reinterpret_borrow<py::object>(arguments[i]);
  py::dict keywords;
  const Py_ssize_t named = keyword_names != nullptr ? PyTuple_GET_SIZE(keyword_names) : 0;
  for (Py_ssize_t i = 0; i < named; ++i)
    keywords[py::handle(PyTuple_GET_ITEM(keyword_names, i))] =
        py::reinterpret_borrow<py::object>(arguments[static_cast<Py_ssize_t>(count) + i]);
  const auto device = function.device == DeviceChoice::Gpu ? "gpu" : "cpu";
  const py::object found = py::module_::import("unpython._taken_apart")
                               .attr("taken_apart")(function.py_func, function.declared,
                                                    py::make_tuple(function.locals, function.options, device),
                                                    function.variants, positional, keywords);
  if (found.is_none()) return std::nullopt;
  const auto pair = py::cast<py::tuple>(found);
  TakenApart result{py::object(pair[0]).ptr(), {}};
  for (const py::handle& value : py::cast<py::tuple>(pair[1])) result.arguments.push_back(value.ptr());
  remember(function, arguments, count, keyword_names, result);
  return result;
}

}  // namespace

std::optional<TakenApart> take_apart_as_before(const FunctionState& function, PyObject* const* arguments,
                                               size_t count, PyObject* keyword_names) {
  if (function.layouts.empty()) return std::nullopt;
  const ParameterList& parameters = function.prepared->parameters;
  std::vector<PyObject*> bound(parameters.names.size());
  if (!bind_arguments(parameters, arguments, count, keyword_names, bound.data())) {
    PyErr_Clear();
    return std::nullopt;
  }
  for (auto known = function.layouts.rbegin(); known != function.layouts.rend(); ++known) {
    TakenApart result{known->function, {}};
    size_t next = 0;
    while (next < bound.size() && take(known->arguments[next], bound[next], result.arguments)) ++next;
    if (next == bound.size()) return result;
  }
  return std::nullopt;
}

std::optional<TakenApart> take_apart(FunctionState& function, PyObject* const* arguments, size_t count,
                                     PyObject* keyword_names) {
  const size_t named = keyword_names != nullptr ? static_cast<size_t>(PyTuple_GET_SIZE(keyword_names)) : 0;
  const std::vector<PyObject*>& defaults = function.prepared->parameters.defaults;
  const bool may = std::any_of(arguments, arguments + count + named, is_constant) ||
                   std::any_of(defaults.begin(), defaults.end(), is_constant);
  if (!may || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return std::nullopt;
  py::error_already_set refusal;  // takes the error
  try {
    if (auto result = ask(function, arguments, count, keyword_names)) return result;
  } catch (py::error_already_set& problem) {
    if (!problem.matches(PyExc_TypeError)) refusal = std::move(problem);
  }
  refusal.restore();
  return std::nullopt;
}

}  // namespace unpython::bindings
