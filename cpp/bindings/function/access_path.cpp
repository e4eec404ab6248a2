// Walks dicts, cells, modules and attributes.
#include "bindings/function/access_path.h"

#include <algorithm>
#include <string>
#include <utility>

#include "bindings/base/interrupts.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// Attribute of an object as a new reference, or null. Modules are asked for their dict: that is what
/// `module.name` finds.
PyObject* attribute_of(PyObject* object, PyObject* name) {
  if (PyModule_CheckExact(object)) {
    if (PyObject* found = PyDict_GetItemWithError(PyModule_GetDict(object), name)) return Py_NewRef(found);
    PyErr_Clear();
  }
  PyObject* found = PyObject_GetAttr(object, name);
  if (found == nullptr) forget_error();
  return found;
}

/// Code, defaults and defaults of keywords; all empty where the object is no function of Python.
std::array<py::handle, 3> parts_of(PyObject* object) {
  if (object == nullptr || !PyFunction_Check(object)) return {};
  return {PyFunction_GetCode(object), PyFunction_GetDefaults(object), PyFunction_GetKwDefaults(object)};
}

/// Of a dict, borrowed; null where it is not there.
PyObject* item_of(py::handle dict, py::handle key) {
  PyObject* found = PyDict_GetItemWithError(dict.ptr(), key.ptr());
  if (found == nullptr) PyErr_Clear();
  return found;
}

/// The dict of Python's own names that a lookup goes on in; none where the container has the key, or is no dict of a module.
py::object builtins_behind(py::handle container, py::handle key) {
  if (!PyDict_Check(container.ptr()) || item_of(container, key) != nullptr) return {};
  PyObject* builtins = item_of(container, py::str("__builtins__"));
  if (builtins != nullptr && PyModule_Check(builtins)) builtins = PyModule_GetDict(builtins);
  if (builtins == nullptr || !PyDict_Check(builtins)) return {};
  return py::reinterpret_borrow<py::object>(builtins);
}

}  // namespace

AccessPath::AccessPath(const py::tuple& path) {
  if (path.size() < 2) throw py::value_error("an access path needs a container and a key");
  container_ = path[0];
  key_ = path[1];
  for (size_t i = 2; i < path.size(); ++i) attributes_.push_back(path[i]);
  builtins_ = builtins_behind(container_, key_);
}

PyObject* AccessPath::read() const {
  PyObject* found = nullptr;
  if (PyCell_Check(container_.ptr())) {
    found = PyCell_Get(container_.ptr());
  } else {
    found = Py_XNewRef(item_of(container_, key_));
    if (found == nullptr && builtins_) found = Py_XNewRef(item_of(builtins_, key_));
  }
  for (size_t i = 0; found != nullptr && i < attributes_.size(); ++i) {
    PyObject* next = attribute_of(found, attributes_[i].ptr());
    Py_DECREF(found);
    found = next;
  }
  return found;
}

std::string AccessPath::text() const {
  std::string text = py::cast<std::string>(py::str(key_));
  for (const py::object& attribute : attributes_) text += "." + py::cast<std::string>(py::str(attribute));
  return text;
}

int AccessPath::traverse(visitproc visit, void* arg) const {
  Py_VISIT(container_.ptr());
  return 0;
}

Guard::Guard(AccessPath path, py::object expected) : path_(std::move(path)), expected_(std::move(expected)) {
  const std::array<py::handle, 3> parts = parts_of(expected_.ptr());
  std::transform(parts.begin(), parts.end(), parts_.begin(), py::reinterpret_borrow<py::object>);
}

bool Guard::holds() const {
  const auto found = py::reinterpret_steal<py::object>(path_.read());
  if (found.ptr() != expected_.ptr()) return false;
  if (!parts_[0]) return true;
  const std::array<py::handle, 3> now = parts_of(found.ptr());
  return std::equal(now.begin(), now.end(), parts_.begin(), [](py::handle one, py::handle other) { return one.is(other); });
}

int Guard::traverse(visitproc visit, void* arg) const {
  if (const int stop = path_.traverse(visit, arg)) return stop;
  Py_VISIT(expected_.ptr());
  for (const py::object& part : parts_) Py_VISIT(part.ptr());
  return 0;
}

}  // namespace unpython::bindings
