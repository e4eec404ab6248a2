// Slots -> Python and NumPy scalars.
#include "bindings/results.h"

#include <complex>
#include <cstring>

#include "bindings/array_args.h"
#include "bindings/numpy_api.h"

namespace unpython::bindings {
namespace {

template <class T>
T take(const abi::ScalarSlot& slot) {
  T value;
  std::memcpy(&value, slot.bytes, sizeof value);
  return value;
}

PyObject* weak_scalar(ScalarType type, const abi::ScalarSlot& slot) {
  switch (type) {
    case ScalarType::Bool:
      return PyBool_FromLong(slot.bytes[0]);
    case ScalarType::Float64:
      return PyFloat_FromDouble(take<double>(slot));
    case ScalarType::Complex128: {
      const auto value = take<std::complex<double>>(slot);
      return PyComplex_FromDoubles(value.real(), value.imag());
    }
    default:
      return PyLong_FromLongLong(take<int64_t>(slot));
  }
}

PyObject* strong_scalar(ScalarType type, const abi::ScalarSlot& slot) {
  PyArray_Descr* descr = PyArray_DescrFromType(numpy_type_of(type));
  abi::ScalarSlot copy = slot;  // NumPy takes a non-const pointer
  PyObject* scalar = PyArray_Scalar(copy.bytes, descr, nullptr);
  Py_DECREF(descr);
  return scalar;
}

PyObject* make_result(const ir::Result& result, const abi::ScalarSlot*& next, PyObject* const* arguments) {
  if (result.is_array) return Py_NewRef(arguments[result.parameter]);
  const abi::ScalarSlot& slot = *next++;
  return result.weak ? weak_scalar(result.type, slot) : strong_scalar(result.type, slot);
}

}  // namespace

PyObject* make_results(const ir::Function& function, const abi::ScalarSlot* results,
                       PyObject* const* arguments) {
  if (!function.returns_tuple) {
    return function.results.empty() ? Py_NewRef(Py_None)
                                    : make_result(function.results.front(), results, arguments);
  }
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(function.results.size()));
  if (tuple == nullptr) return nullptr;
  for (size_t i = 0; i < function.results.size(); ++i) {
    PyObject* item = make_result(function.results[i], results, arguments);
    if (item == nullptr) {
      Py_DECREF(tuple);
      return nullptr;
    }
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), item);
  }
  return tuple;
}

}  // namespace unpython::bindings
