#include <string_view>
#include <unordered_map>

#include "bindings/trees/trees.h"

namespace unpython::bindings {

namespace py = pybind11;

namespace {

/// Fields that hold no node, or one without anything in it.
bool holds_no_node(std::string_view field) {
  for (const std::string_view leaf :
       {"ctx", "id", "attr", "arg", "name", "kind", "module", "level", "simple", "conversion", "is_async", "type_comment"}) {
    if (field == leaf) return true;
  }
  return false;
}

NodeClass described(PyTypeObject* type) {
  const py::handle of(reinterpret_cast<PyObject*>(type));
  NodeClass found;
  const py::object names = of.attr("_fields");
  for (const py::handle& name : names) {
    if (!holds_no_node(py::cast<std::string_view>(name))) found.fields.push_back(name.inc_ref().ptr());
  }
  found.is_empty = py::len(names) == 0 && py::len(of.attr("_attributes")) == 0;
  return found;
}

/// ast.AST.
PyTypeObject* node_base() {
  static auto* base = reinterpret_cast<PyTypeObject*>(py::object(py::module_::import("ast").attr("AST")).release().ptr());
  return base;
}

}  // namespace

bool is_node(PyObject* value) { return PyObject_TypeCheck(value, node_base()); }

const NodeClass& node_class(PyObject* node) {
  static auto* known = new std::unordered_map<PyTypeObject*, NodeClass>;
  PyTypeObject* type = Py_TYPE(node);
  const auto found = known->find(type);
  if (found != known->end()) return found->second;
  const NodeClass& made = known->emplace(type, described(type)).first->second;
  Py_INCREF(type);  // another class may not get its address
  return made;
}

}  // namespace unpython::bindings
