// Which calls of a function Python runs as steps: those with the types of a call that was refused. Calls with other types are
// compiled as if there had been no refusal.
#pragma once
#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace unpython::bindings {

/// What tells the types of two arguments apart: the class, that of the first item of a list or a tuple, dtype and dimensions of an array.
struct TypeOfArgument {
  const void* type;
  const void* item;
  int64_t shape;
  bool operator==(const TypeOfArgument&) const = default;
};

/// Whether the types of a call's arguments, as they are told apart here, say all of what made of these arguments was refused: texts,
/// numbers, arrays, and lists whose items are all numbers or texts of one class.
[[nodiscard]] bool are_told_by_types(PyObject* const* arguments, size_t count, PyObject* keyword_names);

class PythonCalls {
 public:
  /// The steps of calls with these types; null: none are known. Borrowed.
  [[nodiscard]] PyObject* find(PyObject* const* arguments, size_t count, PyObject* keyword_names) const;
  /// `steps` is borrowed: who adds it keeps it.
  void add(PyObject* const* arguments, size_t count, PyObject* keyword_names, PyObject* steps);
  [[nodiscard]] bool empty() const { return calls_.empty(); }

 private:
  struct Call {
    std::vector<TypeOfArgument> types;
    pybind11::object keyword_names;  ///< as Python passes them; null: none
    PyObject* steps;
  };
  std::vector<Call> calls_;
};

}  // namespace unpython::bindings
