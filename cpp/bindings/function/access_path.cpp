// Walks dicts, cells, modules and attributes.
#include "bindings/function/access_path.h"

#include <string>

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

}  // namespace

AccessPath::AccessPath(const py::tuple& path) {
  if (path.size() < 2) throw py::value_error("an access path needs a container and a key");
  container_ = path[0];
  key_ = path[1];
  for (size_t i = 2; i < path.size(); ++i) attributes_.push_back(path[i]);
}

PyObject* AccessPath::read() const {
  PyObject* found = nullptr;
  if (PyCell_Check(container_.ptr())) {
    found = PyCell_Get(container_.ptr());
  } else if ((found = PyDict_GetItemWithError(container_.ptr(), key_.ptr())) != nullptr) {
    Py_INCREF(found);
  } else {
    PyErr_Clear();
  }
  for (size_t i = 0; found != nullptr && i < attributes_.size(); ++i) {
    PyObject* next = attribute_of(found, attributes_[i].ptr());
    Py_DECREF(found);
    found = next;
  }
  return found;
}

bool AccessPath::leads_to(PyObject* expected) const {
  PyObject* found = read();
  Py_XDECREF(found);
  return found == expected;
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

}  // namespace unpython::bindings
