#include "bindings/function/call.h"

#include "bindings/base/errors.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/function/ask_python.h"
#include "bindings/function/fall_back.h"
#include "bindings/function/other_functions.h"
#include "bindings/function/resolve.h"
#include "bindings/function/run_call.h"
#include "support/log.h"
#include "support/spans.h"

namespace unpython::bindings {
namespace {

PyObject* call_python(FunctionState& function, PyObject* const* arguments, size_t count,
                      PyObject* keyword_names) {
  note_python(function);
  return run_steps(function.py_func.ptr(), arguments, count, keyword_names);
}

/// How far compiled code has come with a call.
struct Course {
  bool began = false;
  bool ended = false;  ///< what came of it is what the program gives, a result or an exception
  bool is_of_copies = false;  ///< of what the caller gave: where the program raises, whoever made them makes the call again
  MeasuredFrom begin;
};

PyObject* call_resolved(FunctionState& function, Call& call, Course& course) {
  std::shared_ptr<Entry> entry;
  try {
    entry = find_or_specialize(function, call);
  } catch (...) {
    function.prepared.reset();  // what was wrong (a missing name, say) may be mended before the next call
    set_python_error();
    return nullptr;
  }
  course.began = true;
  return run_call(function, entry, call);
}

/// Whether the exception that is set is one that the program may catch.
bool is_of_program() {
  return PyErr_ExceptionMatches(PyExc_Exception) != 0 &&
         PyErr_ExceptionMatches(module_state().compile_error) == 0 &&
         PyErr_ExceptionMatches(module_state().internal_error) == 0;
}

/// The call of a function that was refused, with that error set, as it is written in other words; where there is
/// none, or where it is refused too, the error stays. A refusal may say which lists are to be written otherwise: each time that
/// it names new ones, the call is tried again.
template <class Run, class Apart>
PyObject* call_in_other_words(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                          const Run& run, const Apart& apart) {
  pybind11::error_already_set refusal;  // takes the error
  pybind11::list refusals;
  refusals.append(refusal.value());
  while (const std::optional<TakenApart> other =
             take_apart_in_other_words(function, arguments, count, keyword_names, refusals)) {
    FunctionState& taken = state_of(other->function);
    PyObject* result = with_resolved(taken, other->arguments.data(), other->arguments.size(), nullptr, run, apart);
    const bool is_refused = result == nullptr && PyErr_ExceptionMatches(module_state().compile_error) != 0;
    if (!is_refused) {
      apart(taken, *other, result);
      return result;
    }
    forget_layout(function, *other);
    const pybind11::error_already_set next;
    log(LogLevel::Debug, [&] { return function.name + " in other words: " + next.what(); });
    refusals.append(next.value());
  }
  if (PyErr_Occurred() == nullptr) refusal.restore();
  return nullptr;
}

/// What the compiled code does not do when it runs (lists of several lengths in one list), other words may do, if the call
/// has changed nothing by then. `held`: what it has printed is held.
bool may_do_in_other_words(FunctionState& function, bool held) {
  if (!function.has_other_words || !is_refusal()) return false;
  pybind11::error_already_set refusal;  // takes the error
  function.has_other_words = answer_of([&] {
    return pybind11::cast<bool>(pybind11::module_::import("unpython._attempts").attr("may_run_again")(
        function.py_func, pybind11::arg("holds_prints") = held));
  });
  refusal.restore();
  return function.has_other_words;
}

/// Keeps the text of the exception that is set, which a call was refused with.
void note_refusal(FunctionState& function) {
  pybind11::error_already_set refusal;  // takes the error
  try {
    function.refused = pybind11::cast<std::string>(pybind11::str(refusal.value()));
  } catch (pybind11::error_already_set&) {
    function.refused = "the text of the exception raises one";
  }
  refusal.restore();
}

PyObject* call_compiled(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                        Course& course);

/// Whether a call of compiled code was refused before it began, with that error set.
bool was_refused(const PyObject* result, const Course& course) {
  if (result != nullptr || course.ended) return false;
  return PyErr_ExceptionMatches(module_state().compile_error) != 0 || (!course.began && PyErr_ExceptionMatches(PyExc_TypeError) != 0);
}

/// The call, as one of another function that takes what names around this one stand for, or that changes copies of lists and dicts.
/// Where the latter raises, Python changes the caller's own.
PyObject* call_other(FunctionState& function, const TakenApart& other, PyObject* const* arguments, size_t count,
                     PyObject* keyword_names, Course& course) {
  FunctionState& taken = state_of(other.function);
  const bool was_of_copies = course.is_of_copies;
  course.is_of_copies = was_of_copies || !other.changed.empty();
  PyObject* const result = call_compiled(taken, other.arguments.data(), other.arguments.size(), nullptr, course);
  course.is_of_copies = was_of_copies;
  function.last = taken.last;
  if (other.changed.empty()) return result;
  if (result != nullptr) {
    course.ended = true;
    PyObject* const value = give_back(other, result);
    if (value != nullptr) return value;
  }
  if (was_refused(result, course) || !is_of_program()) return nullptr;
  course.ended = true;
  return run_again(function, arguments, count, keyword_names, course.begin);
}

/// The call of a function that was refused, with that error set, where another function takes it that nobody has asked for yet; whether
/// there is one. Where that one is refused as well, the error stays that says more.
bool call_new_other(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names, Course& course,
                    PyObject*& result) {
  pybind11::error_already_set refusal;  // takes the error
  if (ask_for_names_around(function)) {
    if (const auto around = take_names_around(function, arguments, count, keyword_names)) {
      result = call_other(function, *around, arguments, count, keyword_names, course);
      if (!was_refused(result, course)) return true;
      if (PyErr_ExceptionMatches(module_state().compile_error) != 0) refusal = pybind11::error_already_set();
      PyErr_Clear();
    }
  }
  function.around.reset();
  if (ask_for_changed_holders(function, arguments, count, keyword_names)) {
    if (const auto copies = take_changed_holders(function, arguments, count, keyword_names)) {
      result = call_other(function, *copies, arguments, count, keyword_names, course);
      if (!was_refused(result, course)) return true;
      PyErr_Clear();
    }
    function.holders.clear();
  }
  result = nullptr;
  refusal.restore();
  return false;
}

/// The call in compiled code: of the function as it is, of another one that takes it, or of one in other words.
PyObject* call_compiled(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                        Course& course) {
  const auto other = take_other(function, arguments, count, keyword_names);
  const bool takes_names = other && other->changed.empty();
  if (function.around && !takes_names) [[unlikely]] function.around.reset();  // the names stand for something else now
  if (other) [[unlikely]] {
    PyObject* const result = call_other(function, *other, arguments, count, keyword_names, course);
    if (!was_refused(result, course)) return result;
    PyErr_Clear();
    takes_names ? function.around.reset() : function.holders.clear();
  }
  bool runs_again = false;
  HeldPrints held;
  const auto run = [&](FunctionState& taken, Call& resolved) {
    if (resolved.prepared->holds_prints) held.begin();
    PyObject* const made = call_resolved(taken, resolved, course);
    runs_again = made == nullptr && resolved.prepared->runs_again;
    return made;
  };
  const auto apart = [&](const FunctionState& taken, const TakenApart& parts, PyObject*& given) {
    function.last = taken.last;
    const bool has_ended = given != nullptr;
    given = give_back(parts, given);
    runs_again |= has_ended && given == nullptr && !parts.changed.empty();
  };
  const auto is_refused = [](const PyObject* result) {
    return result == nullptr && PyErr_ExceptionMatches(module_state().compile_error) != 0;
  };
  PyObject* result = with_own_resolved(function, arguments, count, keyword_names, run, apart);
  if (was_refused(result, course) && call_new_other(function, arguments, count, keyword_names, course, result)) return result;
  if (is_refused(result)) result = call_in_other_words(function, arguments, count, keyword_names, run, apart);
  if (result == nullptr && may_do_in_other_words(function, held.has_begun())) {
    result = call_in_other_words(function, arguments, count, keyword_names, run, apart);
    function.has_other_words = result != nullptr;
    if (result != nullptr) return held.written(result);
  }
  if (result == nullptr) let_ctrl_c_go_first();
  if (!runs_again || !is_of_program()) return held.written(result);
  held.drop();
  if (course.is_of_copies) return nullptr;
  course.ended = true;
  return run_again(function, arguments, count, keyword_names, course.begin);
}

PyObject* call_now(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  if (!function.refused.empty()) [[unlikely]] function.refused.clear();
  const EffectiveOptions& options = options_of(function, current_options_id());
  if (options.device == DeviceChoice::Python) return call_python(function, arguments, count, keyword_names);
  const bool had_refusals = !options.options.strict && !function.python_calls.empty();
  CallKey key;
  Course course;
  if (had_refusals) [[unlikely]] {
    key = call_key(arguments, count, keyword_names);
    if (PyObject* const steps = function.python_calls.find(key)) {
      note_steps(function, steps);
      const PythonCalls::Measured measured(function.python_calls, key);
      return run_steps(steps, arguments, count, keyword_names);
    }
    course.begin = PythonCalls::Clock::now();
  }
  PyObject* result = call_compiled(function, arguments, count, keyword_names, course);
  const bool may_fall_back = result == nullptr && !course.ended && !options_of(function, current_options_id()).options.strict;
  bool ran_elsewhere = false;
  if (may_fall_back) {
    result = fall_back(function, arguments, count, keyword_names, course.begin, ran_elsewhere);
  } else if (had_refusals && result != nullptr && !function.last.is_python()) [[unlikely]] {
    function.python_calls.note_compiled(key);
  }
  if (!course.began) [[unlikely]] forget_open_names(function);
  if (result == nullptr && !course.began && !ran_elsewhere) note_refusal(function);
  return result;
}

/// A call while somebody profiles.
PyObject* call_recorded(FunctionState& function, PyObject* const* arguments, size_t count,
                        PyObject* keyword_names) {
  Span span("call", function.name);
  SpanRecord* const record = span.record();
  PyObject* const code = record != nullptr ? PyFunction_GetCode(function.py_func.ptr()) : nullptr;
  if (code != nullptr) {
    auto* const made = reinterpret_cast<PyCodeObject*>(code);
    record->line = made->co_firstlineno;
    if (const char* const file = PyUnicode_AsUTF8(made->co_filename)) record->file = file;
    PyErr_Clear();
  }
  PyObject* const result = call_now(function, arguments, count, keyword_names);
  if (record != nullptr && (function.last.is_python())) record->kind = "python";
  return result;
}

}  // namespace

PyObject* call(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  if (spans_are_kept()) [[unlikely]]
    return call_recorded(function, arguments, count, keyword_names);
  return call_now(function, arguments, count, keyword_names);
}

}  // namespace unpython::bindings
