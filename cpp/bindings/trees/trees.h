// Python's syntax trees (`ast`): a first call walks and copies them hundreds of times, which Python does slowly.
#pragma once
#include <pybind11/pybind11.h>

#include <vector>

namespace unpython::bindings {

/// What is asked of a class of nodes.
struct NodeClass {
  std::vector<PyObject*> fields;  // the names of those that may hold nodes
  bool is_empty = false;          // nothing can be in it: ast.Load()
};

/// Whether it is a node of a syntax tree.
bool is_node(PyObject* value);

/// What is known of the class of a node.
const NodeClass& node_class(PyObject* node);

/// walk(node) and copy_tree(tree) of the module.
void add_trees(pybind11::module_& module);

}  // namespace unpython::bindings
