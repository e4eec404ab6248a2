// Lists: one walk for the extents, one that checks and copies.
#include "bindings/arguments/list_args.h"

#include "bindings/base/numpy_api.h"

namespace unpython::bindings {
namespace {

bool fits(PyObject* list, const npy_intp* extents) {
  return PyList_CheckExact(list) != 0 && PyList_GET_SIZE(list) == extents[0];
}

/// Stores a number and moves on; false for another type or a number that is too large.
bool store(PyObject* number, PyTypeObject* type, char*& to) {
  if (Py_TYPE(number) != type) return false;
  if (type == &PyFloat_Type) {
    *reinterpret_cast<double*>(to) = PyFloat_AS_DOUBLE(number);
    to += sizeof(double);
  } else if (type == &PyBool_Type) {
    *to++ = number == Py_True ? 1 : 0;
  } else {
    int overflow = 0;
    *reinterpret_cast<long long*>(to) = PyLong_AsLongLongAndOverflow(number, &overflow);
    to += sizeof(long long);
    return overflow == 0;
  }
  return true;
}

bool copy(PyObject* list, PyTypeObject* type, int depth, const npy_intp* extents, char*& to) {
  if (!fits(list, extents)) return false;
  for (Py_ssize_t i = 0; i < extents[0]; ++i) {
    PyObject* const item = PyList_GET_ITEM(list, i);
    if (!(depth > 1 ? copy(item, type, depth - 1, extents + 1, to) : store(item, type, to))) return false;
  }
  return true;
}

int number_type(PyTypeObject* type) {
  return type == &PyFloat_Type ? NPY_DOUBLE : type == &PyBool_Type ? NPY_BOOL : NPY_LONGLONG;
}

void copy_text(PyObject* text, long long* to) {
  const int kind = PyUnicode_KIND(text);
  const void* const characters = PyUnicode_DATA(text);
  for (Py_ssize_t i = 0; i < PyUnicode_GET_LENGTH(text); ++i) to[i] = PyUnicode_READ(kind, characters, i);
}

long long* integers_of(PyObject* array) {
  return static_cast<long long*>(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array)));
}

PyObject* array_of_text(PyObject* text) {
  if (!PyUnicode_CheckExact(text)) return nullptr;
  npy_intp length = PyUnicode_GET_LENGTH(text);
  PyObject* const array = PyArray_SimpleNew(1, &length, NPY_LONGLONG);
  if (array == nullptr) {
    PyErr_Clear();
    return nullptr;
  }
  copy_text(text, integers_of(array));
  return array;
}

}  // namespace

PyObject* array_of_items(PyObject* list, PyTypeObject* type) {
  if (!PyList_CheckExact(list)) return nullptr;
  if (PyList_GET_SIZE(list) > 0) return array_of_list(list, type, 1);
  npy_intp none = 0;
  PyObject* const array = PyArray_SimpleNew(1, &none, number_type(type));
  if (array == nullptr) PyErr_Clear();
  return array;
}

PyObject* array_of_list(PyObject* object, PyTypeObject* type, int depth) {
  if (type == &PyUnicode_Type) return array_of_text(object);
  npy_intp extents[NPY_MAXDIMS] = {};
  PyObject* list = object;
  for (int d = 0; d < depth; ++d) {
    if (!PyList_CheckExact(list) || PyList_GET_SIZE(list) == 0) return nullptr;
    extents[d] = PyList_GET_SIZE(list);
    list = PyList_GET_ITEM(list, 0);
  }
  PyObject* const array = PyArray_SimpleNew(depth, extents, number_type(type));
  if (array == nullptr) {
    PyErr_Clear();
    return nullptr;
  }
  char* to = PyArray_BYTES(reinterpret_cast<PyArrayObject*>(array));
  if (copy(object, type, depth, extents, to)) return array;
  Py_DECREF(array);
  return nullptr;
}

std::pair<PyObject*, PyObject*> arrays_of_texts(PyObject* list) {
  const std::pair<PyObject*, PyObject*> none{nullptr, nullptr};
  if (!PyList_CheckExact(list)) return none;
  const Py_ssize_t count = PyList_GET_SIZE(list);
  npy_intp length = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const text = PyList_GET_ITEM(list, i);
    if (!PyUnicode_CheckExact(text)) return none;
    length += PyUnicode_GET_LENGTH(text);
  }
  npy_intp ends = count + 1;
  PyObject* codes = PyArray_SimpleNew(1, &length, NPY_LONGLONG);
  PyObject* const starts = codes == nullptr ? nullptr : PyArray_SimpleNew(1, &ends, NPY_LONGLONG);
  if (starts == nullptr) {
    Py_CLEAR(codes);
    PyErr_Clear();
    return none;
  }
  long long at = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const text = PyList_GET_ITEM(list, i);
    integers_of(starts)[i] = at;
    copy_text(text, integers_of(codes) + at);
    at += PyUnicode_GET_LENGTH(text);
  }
  integers_of(starts)[count] = at;
  return {codes, starts};
}

}  // namespace unpython::bindings
