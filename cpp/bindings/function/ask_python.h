// What Python's part of unpython is asked of one function. A question may fail, and then says nothing.
#pragma once
#include <pybind11/pybind11.h>

#include <optional>
#include <span>
#include <vector>

#include "bindings/base/interrupts.h"
#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// The settings that a function made from this one gets: types of its locals, options, device.
[[nodiscard]] inline pybind11::tuple settings_of(const FunctionState& function) {
  return pybind11::make_tuple(function.locals, function.options, function.device == DeviceChoice::Gpu ? "gpu" : "cpu");
}

/// module.question(function, its types, its settings, functions made from it before, more...).
template <class... More>
[[nodiscard]] pybind11::object ask_python(const FunctionState& function, const char* module, const char* question,
                                          const More&... more) {
  return pybind11::module_::import(module).attr(question)(function.py_func, function.declared, settings_of(function),
                                                          function.variants, more...);
}

/// What `ask` gives; an empty answer where Python raises, with no exception set.
template <class Ask>
[[nodiscard]] auto answer_of(const Ask& ask) -> decltype(ask()) {
  try {
    return ask();
  } catch (pybind11::error_already_set& problem) {
    problem.restore();
    forget_error();
    return {};
  }
}

/// One object a parameter; nothing where the arguments do not fit. Sets no exception.
[[nodiscard]] inline std::optional<std::vector<PyObject*>> bound_arguments(const ParameterList& parameters, PyObject* const* arguments,
                                                                           size_t count, PyObject* keyword_names) {
  std::vector<PyObject*> bound(parameters.names.size());
  if (bind_arguments(parameters, arguments, count, keyword_names, bound.data())) return bound;
  PyErr_Clear();
  return std::nullopt;
}

[[nodiscard]] inline pybind11::tuple as_tuple(std::span<PyObject* const> objects) {
  pybind11::tuple made(objects.size());
  for (size_t i = 0; i < objects.size(); ++i) made[i] = pybind11::reinterpret_borrow<pybind11::object>(objects[i]);
  return made;
}

}  // namespace unpython::bindings
