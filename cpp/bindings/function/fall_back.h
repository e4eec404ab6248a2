// What is refused runs as a program of steps, where Python has what the language has not:
// python/unpython/_steps says how.
#pragma once
#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// When a call began; nothing where it is not measured.
using MeasuredFrom = std::optional<PythonCalls::Clock::time_point>;

/// What is to be told of the last call, if Python ran it as steps; null else. Borrowed.
[[nodiscard]] PyObject* told_steps(const FunctionState& function);

/// A call runs as these steps, or as the plain function.
void note_steps(FunctionState& function, PyObject* steps);

/// With the refusal of this call as the current error: calls the steps in its place. Null with an error, that
/// refusal where nothing stands in its place. `ran`: something did.
[[nodiscard]] PyObject* fall_back(FunctionState& function, PyObject* const* arguments, size_t count, PyObject* keyword_names,
                                  MeasuredFrom begin, bool& ran);

/// Whether there is stack left for a function of Python, which may call itself. Else RecursionError is set.
[[nodiscard]] bool has_stack_for_python();

/// The call of such steps, or of the plain function. Without a frame of Python between: a function that calls itself counts each.
[[nodiscard]] PyObject* run_steps(PyObject* steps, PyObject* const* arguments, size_t count, PyObject* keyword_names);

/// The call again, after compiled code ended it with the exception that is set: unpython/_attempts/run_again.py.
[[nodiscard]] PyObject* run_again(FunctionState& function, PyObject* const* arguments, size_t count,
                                  PyObject* keyword_names, MeasuredFrom begin);

/// What a call prints that may be made again: unpython/_held_prints.py. Dropped, unless written() is called.
class HeldPrints {
 public:
  HeldPrints() = default;
  HeldPrints(const HeldPrints&) = delete;
  HeldPrints& operator=(const HeldPrints&) = delete;
  ~HeldPrints() { drop(); }

  void begin();
  [[nodiscard]] bool has_begun() const { return has_begun_; }
  void drop();
  /// Writes what is held. Gives the result of the call, or null with the error of the call or of the writing.
  [[nodiscard]] PyObject* written(PyObject* result);

 private:
  void end(bool is_kept);

  bool has_begun_ = false;
};

}  // namespace unpython::bindings
