// Which calls of a function Python runs as steps: those with arguments like the ones of calls that were refused. Calls with others are
// compiled as if there had been no refusal.
//
// Problem:  to find out that a call is refused takes longer than a short call takes in Python, and the next one is mostly refused too.
// Choice:   where the types of the arguments say all of the refusal, Python has all such calls. Where their values say it (a letter, None
//           among the items), Python has them until it has run for so long that one more refusal takes a small part of its time.
// Rejected: a number of calls that are not tried (a long call that could be compiled would pay for many short ones).
#pragma once
#include <pybind11/pybind11.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace unpython::bindings {

/// Whether the types of a call's arguments, as they are told apart here, say all of what made of these arguments was refused: texts,
/// numbers, arrays, and lists whose items are all numbers or texts of one class.
[[nodiscard]] bool are_told_by_types(PyObject* const* arguments, size_t count, PyObject* keyword_names);

/// What tells calls apart: the classes of the arguments and of the first items in them, dtype and dimensions of arrays, whether texts
/// are ASCII; and the names of keywords. Borrowed.
struct CallKey {
  uint64_t types = 0;
  PyObject* keyword_names = nullptr;
};
[[nodiscard]] CallKey call_key(PyObject* const* arguments, size_t count, PyObject* keyword_names);

class PythonCalls {
 public:
  using Clock = std::chrono::steady_clock;

  /// The steps that Python runs for such a call at once; null: it is to be tried. Borrowed.
  [[nodiscard]] PyObject* find(const CallKey& key);
  /// A call was refused. `steps` is borrowed: who notes it keeps it. `is_sure`: all such calls are refused. `took`: from the begin of
  /// the call to its refusal, where that was measured.
  void note_refused(const CallKey& key, PyObject* steps, bool is_sure, std::optional<Clock::duration> took);
  /// A call ran in compiled code.
  void note_compiled(const CallKey& key);
  [[nodiscard]] bool empty() const { return calls_.empty(); }

  /// Measures a call that Python runs at once; of one that calls itself, the first.
  class Measured {
   public:
    Measured(PythonCalls& calls, const CallKey& key);
    ~Measured();
    Measured(const Measured&) = delete;
    Measured& operator=(const Measured&) = delete;

   private:
    PythonCalls& calls_;
    CallKey key_;
    bool is_first_ = false;
    Clock::time_point begin_;
  };

 private:
  struct Call {
    uint64_t types;
    pybind11::object keyword_names;  ///< as Python passes them; null: none
    PyObject* steps;
    bool is_sure;
    bool runs = false;          ///< one of them is being measured
    int refusals = 0;           ///< since such calls were mostly compiled
    int compiled = 0;           ///< since the last refusal
    Clock::duration refusal{};  ///< what the shortest one took
    Clock::duration python{};   ///< since the last one, in Python
  };
  [[nodiscard]] Call* entry(const CallKey& key);

  std::vector<Call> calls_;
};

}  // namespace unpython::bindings
