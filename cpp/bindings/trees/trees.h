// Python's syntax trees (`ast`): a first call walks and copies them hundreds of times, which Python does slowly.
#pragma once
#include <pybind11/pybind11.h>

#include <new>
#include <vector>

namespace unpython::bindings {

/// What is asked of a class of nodes.
struct NodeClass {
  std::vector<PyObject*> fields;  // the names of those that may hold nodes
  bool is_empty = false;          // nothing can be in it: ast.Load()
};

/// ast.AST.
PyTypeObject* node_base();

/// Whether it is a node of a syntax tree.
bool is_node(PyObject* value);

/// What is known of the class of a node.
const NodeClass& node_class(PyObject* node);

/// Runs `body` for Python: what it throws is set as Python's exception, and nullptr is given.
template <class Body>
PyObject* for_python(const Body& body) {
  try {
    return body();
  } catch (pybind11::error_already_set& error) {
    error.restore();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  }
  return nullptr;
}

/// walk(node) and copy_tree(tree) of the module.
void add_trees(pybind11::module_& module);

}  // namespace unpython::bindings
