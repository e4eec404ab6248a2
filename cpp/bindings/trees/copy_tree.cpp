#include "bindings/trees/copy_tree.h"

#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings/base/errors.h"
#include "bindings/trees/trees.h"

namespace unpython::bindings {

namespace py = pybind11;

namespace {

/// Whether a copy of it is itself: numbers, texts, None, `...`, functions and classes.
bool is_atom(PyObject* value) {
  return value == Py_None || value == Py_Ellipsis || PyUnicode_CheckExact(value) || PyLong_CheckExact(value) || PyBool_Check(value) ||
         PyFloat_CheckExact(value) || PyComplex_CheckExact(value) || PyBytes_CheckExact(value) || PyFunction_Check(value) ||
         PyType_Check(value);
}

class Copier {
 public:
  explicit Copier(py::handle instead) {
    if (instead.is_none()) return;
    for (const auto& [id, node] : py::cast<py::dict>(instead)) {
      if (!node.is_none()) made_[PyLong_AsVoidPtr(id.ptr())] = py::reinterpret_borrow<py::object>(node);
    }
  }

  py::object whole(py::handle tree) {
    py::object made = copied(tree);
    while (!waiting_.empty()) {
      const auto [given, found] = waiting_.back();
      waiting_.pop_back();
      fill(given, found);
    }
    return made;
  }

 private:
  py::object copied(py::handle value) {
    if (is_atom(value.ptr())) return py::reinterpret_borrow<py::object>(value);
    const auto known = made_.find(value.ptr());
    if (known != made_.end()) return known->second;
    if (is_node(value.ptr())) {
      if (node_class(value.ptr()).is_empty) return py::reinterpret_borrow<py::object>(value);
      PyTypeObject* type = Py_TYPE(value.ptr());
      return begun(value, type->tp_new(type, py::tuple().ptr(), nullptr));
    }
    if (PyList_CheckExact(value.ptr())) return begun(value, PyList_New(0));
    return copied_by_python(value);
  }

  /// Notes a copy that is filled later.
  py::object begun(py::handle value, PyObject* made) {
    if (!made) throw py::error_already_set();
    py::object found = py::reinterpret_steal<py::object>(made);
    made_[value.ptr()] = found;
    waiting_.emplace_back(value, found);
    return found;
  }

  void fill(py::handle given, py::handle found) {
    if (PyList_CheckExact(given.ptr())) {
      for (const py::handle& item : py::reinterpret_borrow<py::list>(given)) {
        if (PyList_Append(found.ptr(), copied(item).ptr()) < 0) throw py::error_already_set();
      }
      return;
    }
    const py::dict from = py::reinterpret_steal<py::dict>(PyObject_GenericGetDict(given.ptr(), nullptr));
    if (!from) throw py::error_already_set();
    const py::dict to = py::reinterpret_steal<py::dict>(PyDict_Copy(from.ptr()));
    if (!to) throw py::error_already_set();
    PyObject *name, *value;
    for (Py_ssize_t at = 0; PyDict_Next(from.ptr(), &at, &name, &value);) {
      if (is_atom(value)) continue;
      if (PyDict_SetItem(to.ptr(), name, copied(value).ptr()) < 0) throw py::error_already_set();
    }
    if (PyObject_GenericSetDict(found.ptr(), to.ptr(), nullptr) < 0) throw py::error_already_set();
  }

  /// Of what is neither a node nor a list: a tuple of hints, say.
  py::object copied_by_python(py::handle value) {
    py::dict memo;
    for (const auto& [original, copy] : made_)
      memo[py::reinterpret_steal<py::object>(PyLong_FromVoidPtr(const_cast<void*>(original)))] = copy;
    py::object found = py::module_::import("copy").attr("deepcopy")(value, memo);
    for (const auto& [id, copy] : memo) {
      made_.emplace(PyLong_AsVoidPtr(id.ptr()), py::reinterpret_borrow<py::object>(copy));
    }
    made_.emplace(value.ptr(), found);
    return found;
  }

  std::unordered_map<const void*, py::object> made_;  // by what was copied
  std::vector<std::pair<py::handle, py::handle>> waiting_;
};

}  // namespace

PyObject* copy_tree(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
  if (count < 1 || count > 2) {
    PyErr_SetString(PyExc_TypeError, "copy_tree takes a tree and what stands in its copy for some nodes");
    return nullptr;
  }
  try {
    return Copier(count == 2 ? arguments[1] : Py_None).whole(arguments[0]).release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

}  // namespace unpython::bindings
