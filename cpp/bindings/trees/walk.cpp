#include <memory>
#include <vector>

#include "bindings/base/errors.h"
#include "bindings/trees/trees.h"
#include "bindings/trees/walk.h"

namespace unpython::bindings {

namespace {

/// What walk() gives: the nodes found so far, of which each gives its own when its turn comes.
struct Walk {
  PyObject_HEAD std::vector<PyObject*>* nodes;  // nullptr where a node was given away
  std::size_t next;
};

void add_node(PyObject* value, std::vector<PyObject*>& nodes) {
  if (!is_node(value)) return;
  nodes.push_back(value);
  Py_INCREF(value);
}

void add_children(PyObject* node, std::vector<PyObject*>& nodes) {
  for (PyObject* field : node_class(node).fields) {
    const auto value = pybind11::reinterpret_steal<pybind11::object>(PyObject_GetAttr(node, field));
    if (!value) {
      if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw pybind11::error_already_set();
      PyErr_Clear();
    } else if (PyList_CheckExact(value.ptr())) {
      for (Py_ssize_t i = 0; i < PyList_GET_SIZE(value.ptr()); ++i) add_node(PyList_GET_ITEM(value.ptr(), i), nodes);
    } else {
      add_node(value.ptr(), nodes);
    }
  }
}

PyObject* next_node(PyObject* object) {
  auto* walk = reinterpret_cast<Walk*>(object);
  if (walk->next == walk->nodes->size()) return nullptr;
  try {
    PyObject* node = (*walk->nodes)[walk->next];
    add_children(node, *walk->nodes);
    (*walk->nodes)[walk->next++] = nullptr;
    return node;
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

void forget(PyObject* object) {
  auto* walk = reinterpret_cast<Walk*>(object);
  for (PyObject* node : *walk->nodes) Py_XDECREF(node);
  delete walk->nodes;
  PyTypeObject* type = Py_TYPE(object);
  type->tp_free(object);
  Py_DECREF(type);
}

PyTypeObject* walk_type() {
  static PyType_Slot slots[] = {
      {Py_tp_iter, reinterpret_cast<void*>(PyObject_SelfIter)},
      {Py_tp_iternext, reinterpret_cast<void*>(next_node)},
      {Py_tp_dealloc, reinterpret_cast<void*>(forget)},
      {0, nullptr},
  };
  static PyType_Spec spec = {"unpython._core.Walk", sizeof(Walk), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  static auto* type = reinterpret_cast<PyTypeObject*>(PyType_FromSpec(&spec));
  return type;
}

}  // namespace

PyObject* walk(PyObject*, PyObject* node) {
  PyTypeObject* type = walk_type();
  if (!type) return nullptr;
  try {
    auto nodes = std::make_unique<std::vector<PyObject*>>(1, node);
    auto* made = PyObject_New(Walk, type);
    if (!made) return nullptr;
    Py_INCREF(node);
    made->nodes = nodes.release();
    made->next = 0;
    return reinterpret_cast<PyObject*>(made);
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

}  // namespace unpython::bindings
