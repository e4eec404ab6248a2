#include "bindings/taken_apart.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// A text, a tuple, or a type: those are parts of the program.
bool is_constant(PyObject* object) {
  if (object == nullptr) return false;
  return PyUnicode_CheckExact(object) || PyTuple_CheckExact(object) || PyType_Check(object) ||
         std::string_view(Py_TYPE(object)->tp_name).starts_with("numpy.dtype");
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
  TakenApart result{pair[0], py::cast<py::tuple>(pair[1]), {}};
  for (const py::handle& value : result.values) result.arguments.push_back(value.ptr());
  return result;
}

}  // namespace

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
