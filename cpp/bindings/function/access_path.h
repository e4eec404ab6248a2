// How a global or closure value is reached at each call: a dict or a cell, a key, then attributes.
#pragma once
#include <pybind11/pybind11.h>

#include <array>
#include <vector>

namespace unpython::bindings {

/// What Python's own lookup would find now; (container, key, attribute, ...) as _source.py gives it. A name of
/// Python's, as `len`, is looked for in the module first, where it may be defined later.
class AccessPath {
 public:
  /// Throws InternalError's Python form if `path` is not such a tuple.
  explicit AccessPath(const pybind11::tuple& path);
  /// A new reference; null without an exception when a step of the path is missing.
  [[nodiscard]] PyObject* read() const;
  /// "config.N"
  [[nodiscard]] std::string text() const;

  int traverse(visitproc visit, void* arg) const;

 private:
  pybind11::object container_;
  pybind11::object key_;
  pybind11::object builtins_;  ///< where the names of a module lack the key; else none
  std::vector<pybind11::object> attributes_;
};

/// What stands at a place when a function is read, and must be the same later. A function of Python is the same while it has the same code
/// and the same defaults, which others may replace (%autoreload of IPython does).
class Guard {
 public:
  Guard(AccessPath path, pybind11::object expected);
  [[nodiscard]] bool holds() const;

  int traverse(visitproc visit, void* arg) const;

 private:
  AccessPath path_;
  pybind11::object expected_;
  std::array<pybind11::object, 3> parts_;  ///< of a function of Python: code, defaults, defaults of keywords
};

}  // namespace unpython::bindings
