#include "bindings/function/host_calls.h"

#include <Python.h>
#include <pybind11/pybind11.h>

#include <algorithm>

#include "bindings/arguments/array_args.h"
#include "bindings/base/numpy_api.h"
#include "bindings/results/results.h"

namespace unpython::bindings {
namespace {

/// The memory of the call, which the function may use until it returns.
PyObject* lent_array(const abi::HostArgument& given) {
  npy_intp shape[kMaxRank];
  npy_intp strides[kMaxRank];
  std::copy_n(given.array.extents, given.rank, shape);
  std::copy_n(given.array.stride_bytes, given.rank, strides);
  PyArray_Descr* type = PyArray_DescrFromType(numpy_type_of(static_cast<ScalarType>(given.type)));
  return PyArray_NewFromDescr(&PyArray_Type, type, given.rank, shape, strides, given.array.data,
                              given.stored != 0 ? NPY_ARRAY_WRITEABLE : 0, nullptr);
}

PyObject* argument(const abi::HostArgument& given) {
  if (given.rank != abi::kScalarRank) return lent_array(given);
  return make_scalar(static_cast<ScalarType>(given.type), given.weak != 0, given.value);
}

}  // namespace

int32_t call_python(const abi::Services* services, int32_t function, int32_t count,
                    const abi::HostArgument* arguments) {
  const pybind11::gil_scoped_acquire lock;
  const auto given = pybind11::reinterpret_steal<pybind11::tuple>(PyTuple_New(count));
  if (!given) return abi::kHostRaised;
  for (int32_t i = 0; i < count; ++i) {
    PyObject* made = argument(arguments[i]);
    if (made == nullptr) return abi::kHostRaised;
    PyTuple_SET_ITEM(given.ptr(), i, made);
  }
  PyObject* called = PyTuple_GetItem(static_cast<PyObject*>(services->host), function);
  PyObject* result = called == nullptr ? nullptr : PyObject_CallObject(called, given.ptr());
  if (result == nullptr) return abi::kHostRaised;
  Py_DECREF(result);
  return abi::kOk;
}

}  // namespace unpython::bindings
