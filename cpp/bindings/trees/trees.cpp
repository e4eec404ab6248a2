#include "bindings/trees/trees.h"

#include "bindings/trees/copy_tree.h"
#include "bindings/trees/walk.h"

namespace unpython::bindings {

void add_trees(pybind11::module_& module) {
  static PyMethodDef functions[] = {
      {"walk", walk, METH_O, nullptr},
      {"copy_tree", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(copy_tree)), METH_FASTCALL, nullptr},
      {nullptr, nullptr, 0, nullptr},
  };
  if (PyModule_AddFunctions(module.ptr(), functions) < 0) throw pybind11::error_already_set();
}

}  // namespace unpython::bindings
