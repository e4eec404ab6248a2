#include "bindings/function/first_call.h"

#include <Python.h>
#include <structmember.h>

#include <algorithm>

#include "bindings/arguments/call_buffers.h"
#include "bindings/base/module_state.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

struct FirstCallObject {
  PyObject_HEAD vectorcallfunc vectorcall;
  PyObject* first;
};

FirstCallObject* as_first_call(PyObject* object) { return reinterpret_cast<FirstCallObject*>(object); }

/// Whether the exception that is set says that the call is for `_otherwise`.
bool is_for_otherwise() {
  return PyErr_ExceptionMatches(PyExc_TypeError) != 0 || PyErr_ExceptionMatches(PyExc_NotImplementedError) != 0 ||
         PyErr_ExceptionMatches(module_state().compile_error) != 0;
}

PyObject* call_otherwise(PyObject* self, PyObject* const* arguments, size_t positional, PyObject* keyword_names) {
  static PyObject* const name = PyUnicode_InternFromString("_otherwise");
  const size_t count = positional + static_cast<size_t>(keyword_names == nullptr ? 0 : PyTuple_GET_SIZE(keyword_names));
  PlainBuffer<PyObject*, 8> given(count + 1);
  given.data()[0] = self;
  std::copy_n(arguments, count, given.data() + 1);
  return PyObject_VectorcallMethod(name, given.data(), positional + 1, keyword_names);
}

PyObject* first_call(PyObject* self, PyObject* const* arguments, size_t nargsf, PyObject* keyword_names) {
  const auto positional = static_cast<size_t>(PyVectorcall_NARGS(nargsf));
  PyObject* const first = as_first_call(self)->first;
  if (keyword_names == nullptr && first != nullptr && first != Py_None) {
    Py_INCREF(first);  // the call may take it out of the object
    PyObject* const made = PyObject_Vectorcall(first, arguments, nargsf, nullptr);
    Py_DECREF(first);
    if (made != nullptr || !is_for_otherwise()) return made;
    PyErr_Clear();
  }
  return call_otherwise(self, arguments, positional, keyword_names);
}

PyObject* first_call_new(PyTypeObject* type, PyObject*, PyObject*) {
  PyObject* const self = type->tp_alloc(type, 0);
  if (self != nullptr) as_first_call(self)->vectorcall = &first_call;
  return self;
}

int first_call_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(as_first_call(self)->first);
  return 0;
}

int first_call_clear(PyObject* self) {
  Py_CLEAR(as_first_call(self)->first);
  return 0;
}

void first_call_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  first_call_clear(self);
  type->tp_free(self);
  Py_DECREF(type);
}

PyMemberDef kFirstCallMembers[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(FirstCallObject, vectorcall), READONLY, nullptr},
    {"first", T_OBJECT, offsetof(FirstCallObject, first), 0, "What a call tries first, or None."},
    {nullptr, 0, 0, 0, nullptr},
};

}  // namespace

void add_first_call(py::module_& module) {
  const auto slot = [](auto* function) { return reinterpret_cast<void*>(function); };
  PyType_Slot slots[] = {
      {Py_tp_new, slot(&first_call_new)},
      {Py_tp_dealloc, slot(&first_call_dealloc)},
      {Py_tp_traverse, slot(&first_call_traverse)},
      {Py_tp_clear, slot(&first_call_clear)},
      {Py_tp_call, slot(&PyVectorcall_Call)},
      {Py_tp_members, kFirstCallMembers},
      {0, nullptr},
  };
  PyType_Spec spec = {"unpython._core.FirstCall", sizeof(FirstCallObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL, slots};
  PyObject* const type = PyType_FromSpec(&spec);
  if (type == nullptr) throw py::error_already_set();
  module.attr("FirstCall") = py::reinterpret_steal<py::object>(type);
}

}  // namespace unpython::bindings
