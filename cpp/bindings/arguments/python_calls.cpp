#include "bindings/arguments/python_calls.h"

#include <algorithm>

#include "bindings/base/numpy_api.h"

namespace unpython::bindings {
namespace {

constexpr size_t kMostCalls = 16;  // further types are refused, and told, each time

TypeOfArgument type_of(PyObject* object) {
  TypeOfArgument made{.type = Py_TYPE(object), .item = nullptr, .shape = -1};
  if (PyArray_Check(object)) {
    auto* const array = reinterpret_cast<PyArrayObject*>(object);
    made.item = PyArray_DESCR(array)->typeobj;
    made.shape = PyArray_NDIM(array);
  } else if (PyTuple_Check(object)) {
    made.shape = PyTuple_GET_SIZE(object);
    if (made.shape > 0) made.item = Py_TYPE(PyTuple_GET_ITEM(object, 0));
  } else if (PyList_Check(object)) {
    if (PyList_GET_SIZE(object) > 0) made.item = Py_TYPE(PyList_GET_ITEM(object, 0));
  }
  return made;
}

size_t number_of(size_t count, PyObject* keyword_names) {
  return count + (keyword_names == nullptr ? 0 : static_cast<size_t>(PyTuple_GET_SIZE(keyword_names)));
}

bool is_plain(PyObject* object) {
  return PyUnicode_CheckExact(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
         PyBool_Check(object) || object == Py_None;
}

bool is_told_by_type(PyObject* object) {
  if (!PyList_CheckExact(object)) return is_plain(object) || PyArray_CheckExact(object);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
    PyObject* const item = PyList_GET_ITEM(object, i);
    if (!is_plain(item) || Py_TYPE(item) != Py_TYPE(PyList_GET_ITEM(object, 0))) return false;
  }
  return true;
}

}  // namespace

bool are_told_by_types(PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  return std::all_of(arguments, arguments + number_of(count, keyword_names), is_told_by_type);
}

PyObject* PythonCalls::find(PyObject* const* arguments, size_t count, PyObject* keyword_names) const {
  const size_t all = number_of(count, keyword_names);
  for (const Call& call : calls_) {
    if (call.types.size() != all || call.keyword_names.ptr() != keyword_names) continue;
    size_t i = 0;
    while (i < all && call.types[i] == type_of(arguments[i])) ++i;
    if (i == all) return call.steps;
  }
  return nullptr;
}

void PythonCalls::add(PyObject* const* arguments, size_t count, PyObject* keyword_names, PyObject* steps) {
  if (calls_.size() >= kMostCalls) return;
  Call call{.types = {}, .keyword_names = pybind11::reinterpret_borrow<pybind11::object>(keyword_names), .steps = steps};
  for (size_t i = 0; i < number_of(count, keyword_names); ++i) call.types.push_back(type_of(arguments[i]));
  calls_.push_back(std::move(call));
}

}  // namespace unpython::bindings
