// How a global or closure value is reached at each call: a dict or a cell, a key, then attributes.
#pragma once
#include <pybind11/pybind11.h>

#include <vector>

namespace unpython::bindings {

/// What Python's own lookup would find now; (container, key, attribute, ...) as _source.py gives it.
class AccessPath {
 public:
  /// Throws InternalError's Python form if `path` is not such a tuple.
  explicit AccessPath(const pybind11::tuple& path);
  /// A new reference; null without an exception when a step of the path is missing.
  [[nodiscard]] PyObject* read() const;
  /// True if the object that the path leads to is `expected`.
  [[nodiscard]] bool leads_to(PyObject* expected) const;
  /// "config.N"
  [[nodiscard]] std::string text() const;

  int traverse(visitproc visit, void* arg) const;

 private:
  pybind11::object container_;
  pybind11::object key_;
  std::vector<pybind11::object> attributes_;
};

}  // namespace unpython::bindings
