#include "bindings/function/fall_back.h"

#include <span>
#include <utility>

#include "bindings/arguments/resident_arrays.h"
#include "bindings/base/errors.h"
#include "bindings/base/module_state.h"
#include "bindings/function/ask_python.h"
#include "bindings/function/function_object.h"
#include "support/large_stack.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// The arguments of a call, those by position in front of those by name.
std::span<PyObject* const> all_of(PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  const Py_ssize_t named = keyword_names != nullptr ? PyTuple_GET_SIZE(keyword_names) : 0;
  return {arguments, count + static_cast<size_t>(named)};
}

/// The arguments of a call, by position and by name.
std::pair<py::tuple, py::dict> as_python(PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  py::dict keywords;
  const Py_ssize_t named = keyword_names != nullptr ? PyTuple_GET_SIZE(keyword_names) : 0;
  for (Py_ssize_t i = 0; i < named; ++i)
    keywords[py::handle(PyTuple_GET_ITEM(keyword_names, i))] =
        py::reinterpret_borrow<py::object>(arguments[static_cast<Py_ssize_t>(count) + i]);
  return {as_tuple({arguments, count}), keywords};
}

void note_refused(FunctionState& function, const CallKey& key, PyObject* steps, bool is_sure, MeasuredFrom begin) {
  const auto took = begin ? std::optional(PythonCalls::Clock::now() - *begin) : std::nullopt;
  function.python_calls.note_refused(key, steps, is_sure, took);
}

}  // namespace

PyObject* told_steps(const FunctionState& function) {
  if (!function.last.is_python()) return nullptr;
  PyObject* const found = PyDict_GetItemString(function.variants.ptr(), "told");
  return found == Py_None ? nullptr : found;
}

void note_steps(FunctionState& function, PyObject* steps) {
  PyObject* const told = PyFunction_Check(steps) ? nullptr : steps;  // the plain function has no report
  if (!function.last.is_python() || told_steps(function) != told) note_python(function, told);
}

PyObject* fall_back(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                    MeasuredFrom begin, bool& ran) {
  const bool may = PyErr_ExceptionMatches(module_state().compile_error) != 0 ||
                   PyErr_ExceptionMatches(PyExc_TypeError) != 0 ||
                   is_refusal();
  if (!may) return nullptr;
  py::error_already_set refusal;  // takes the error
  py::object steps = py::none();
  try {
    const auto [positional, keywords] = as_python(arguments, count, keyword_names);
    steps = ask_python(function, "unpython._steps", "fall_back", refusal.value(), positional, keywords);
  } catch (py::error_already_set& problem) {
    problem.restore();
    return nullptr;
  }
  if (steps.is_none()) {
    refusal.restore();
    return nullptr;
  }
  note_steps(function, steps.ptr());
  const bool is_sure = !PyFunction_Check(steps.ptr()) &&
                       (refusal.matches(module_state().compile_error) ||
                        (refusal.matches(PyExc_TypeError) && are_told_by_types(arguments, count, keyword_names)));
  note_refused(function, call_key(arguments, count, keyword_names), steps.ptr(), is_sure, begin);
  ran = true;
  return run_steps(steps.ptr(), arguments, count, keyword_names);
}

bool has_stack_for_python() {
  if (!is_stack_used_up()) [[likely]] return true;
  PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded");
  return false;
}

PyObject* run_steps(PyObject* steps, PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  if (!has_stack_for_python()) return nullptr;
  return run_on_host(all_of(arguments, count, keyword_names), [&]() -> PyObject* {
    if (PyFunction_Check(steps)) return PyObject_Vectorcall(steps, arguments, count, keyword_names);
    const auto function = py::reinterpret_steal<py::object>(PyObject_GetAttrString(steps, "function"));
    return function ? PyObject_Vectorcall(function.ptr(), arguments, count, keyword_names) : nullptr;
  });
}

PyObject* run_again(FunctionState& function, PyObject* const* arguments, size_t count,
                    PyObject* keyword_names, MeasuredFrom begin) {
  const bool is_refused = is_refusal();  // the program raises nothing then, and catches nothing
  py::error_already_set error;           // takes the error
  note_python(function);
  try {
    const py::module_ module = py::module_::import("unpython._attempts.run_again");
    if (is_refused) {
      static_cast<void>(module.attr("in_python")(function.py_func, function.variants, error.value()));
      PyObject* const plain = function.py_func.ptr();
      note_refused(function, call_key(arguments, count, keyword_names), plain, false, begin);
      return run_steps(plain, arguments, count, keyword_names);
    }
    return run_on_host(all_of(arguments, count, keyword_names), [&] {
      const auto [positional, keywords] = as_python(arguments, count, keyword_names);
      const auto made =
          py::cast<py::tuple>(module.attr("again")(function.py_func, settings_of(function), function.variants, error.value(),
                                                   positional, keywords));
      const py::object by = made[1];
      if (!by.is_none()) function.last = state_of(by.ptr()).last;
      return py::object(made[0]).release().ptr();
    });
  } catch (py::error_already_set& problem) {
    problem.restore();
    return nullptr;
  }
}

void HeldPrints::begin() {
  drop();
  py::module_::import("unpython._held_prints").attr("begin")();
  has_begun_ = true;
}

void HeldPrints::drop() {
  if (!has_begun_) return;
  const py::error_scope error;  // that of the call stays
  try {
    end(false);
  } catch (py::error_already_set& problem) {
    problem.discard_as_unraisable("what a call has printed");
  }
}

PyObject* HeldPrints::written(PyObject* result) {
  if (!has_begun_) return result;
  if (result == nullptr) {
    const py::error_already_set error;  // takes the error
    try {
      end(true);
    } catch (py::error_already_set& problem) {
      problem.discard_as_unraisable("what a call has printed");
    }
    py::error_already_set(error).restore();
    return nullptr;
  }
  auto made = py::reinterpret_steal<py::object>(result);
  try {
    end(true);
  } catch (py::error_already_set& problem) {
    problem.restore();
    return nullptr;
  }
  return made.release().ptr();
}

void HeldPrints::end(bool is_kept) {
  has_begun_ = false;
  static_cast<void>(py::module_::import("unpython._held_prints").attr("end")(is_kept));
}

}  // namespace unpython::bindings
