// A syntax tree once more.
#pragma once
#include <pybind11/pybind11.h>

namespace unpython::bindings {

/// copy_tree(tree, instead=None): what copy.deepcopy gives of a tree, or of a list of trees. What is shared inside is shared in the copy.
/// There is no recursion: a long sum is a deep tree. Nodes that hold nothing are not copied.
/// `instead`: what stands in the copy for some nodes, by id().
PyObject* copy_tree(PyObject* module, PyObject* const* arguments, Py_ssize_t count);

}  // namespace unpython::bindings
