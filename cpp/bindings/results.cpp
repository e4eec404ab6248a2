// Slots -> Python and NumPy scalars, and arrays.
#include "bindings/results.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <utility>
#include <vector>

#include "bindings/array_args.h"
#include "bindings/device_array.h"
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

int64_t integer(const abi::ScalarSlot& slot) { return take<int64_t>(slot); }

void release_memory(PyObject* capsule) { driver::release_memory(PyCapsule_GetPointer(capsule, nullptr)); }

/// Makes the results one by one from the values that Return gave.
class Results {
 public:
  explicit Results(const ReturnedValues& returned)
      : function_(returned.function), next_(returned.results), returned_(returned) {}
  ~Results() {
    for (PyObject* owner : owners_) Py_XDECREF(owner);
  }
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;

  /// One owner for each piece of memory, before anything else can fail.
  bool own_memory() {
    if (!returned_.on_device.empty()) return true;
    const size_t count = returned_.layout.owned;
    for (size_t i = 0; i < count; ++i) {
      owners_.push_back(PyCapsule_New(returned_.memory[i], nullptr, release_memory));
      if (owners_.back() != nullptr) continue;
      for (size_t rest = i; rest < count; ++rest) driver::release_memory(returned_.memory[rest]);
      return false;
    }
    return true;
  }

  PyObject* make(size_t position) {
    const ir::Result& result = function_.results[position];
    if (result.same_object) return Py_NewRef(returned_.arguments[result.parameter]);
    if (result.parameter >= 0 && result.array.valid()) {
      const bool is_argument = integer(*next_++) != 0;
      if (is_argument) {
        next_ += 2 * (static_cast<size_t>(returned_.layout.parts[position].base_rank) + result.axes.size());
        return Py_NewRef(returned_.arguments[result.parameter]);
      }
    }
    if (result.is_array) return view(result, returned_.layout.parts[position]);
    const abi::ScalarSlot& slot = *next_++;
    return result.weak ? weak_scalar(result.type, slot) : strong_scalar(result.type, slot);
  }

 private:
  struct Base {
    char* data = nullptr;
    const int64_t* strides = nullptr;
    PyObject* owner = nullptr;  ///< a NumPy array, a capsule, or an array on a device
    bool writeable = true;
    const std::shared_ptr<driver::ResidentArray>* on_device = nullptr;  ///< in place of data and owner
  };

  Base argument_base(int parameter) const {
    size_t array = 0;
    for (int i = 0; i < parameter; ++i)
      array += function_.parameters[static_cast<size_t>(i)].is_array ? 1U : 0U;
    const abi::ArrayArgument& argument = returned_.arrays[array];
    PyObject* owner = returned_.arguments[parameter];
    const bool writeable =
        !PyArray_Check(owner) || PyArray_ISWRITEABLE(reinterpret_cast<PyArrayObject*>(owner)) != 0;
    return {static_cast<char*>(argument.data), argument.stride_bytes, owner, writeable};
  }

  Base owned_base(int owner, const int64_t* strides) const {
    const auto index = static_cast<size_t>(owner);
    if (!returned_.on_device.empty()) return {nullptr, strides, nullptr, true, &returned_.on_device[index]};
    return {static_cast<char*>(returned_.memory[index]), strides, owners_[index], true};
  }

  PyObject* view(const ir::Result& result, const driver::ResultLayout::Part& part) {
    const auto base_rank = static_cast<size_t>(part.base_rank);
    const abi::ScalarSlot* first = next_;
    next_ += base_rank;
    int64_t strides[kMaxRank] = {};
    if (result.array.valid()) {
      int64_t stride = size_of(result.type);
      for (size_t d = base_rank; d-- > 0; stride *= integer(next_[d])) strides[d] = stride;
      next_ += base_rank;
    }
    const Base base =
        result.array.valid() ? owned_base(part.owner, strides) : argument_base(result.parameter);
    const size_t rank = result.axes.size();
    npy_intp shape[kMaxRank];
    npy_intp steps[kMaxRank];
    bool empty = false;
    for (size_t axis = 0; axis < rank; ++axis) {
      shape[axis] = integer(*next_++);
      const int64_t step = integer(*next_++);
      const int dimension = result.axes[axis];
      steps[axis] = dimension < 0 ? 0 : step * base.strides[dimension];
      empty = empty || shape[axis] == 0;
    }
    int64_t offset = 0;
    for (size_t d = 0; d < base_rank && !empty; ++d) offset += integer(first[d]) * base.strides[d];
    if (base.on_device != nullptr || !(PyCapsule_CheckExact(base.owner) || PyArray_Check(base.owner))) {
      DevicePart place{.offset = offset, .shape = {shape, shape + rank}, .strides = {steps, steps + rank}};
      return base.on_device != nullptr ? make_device_array(*base.on_device, result.type, std::move(place))
                                       : part_of_device_array(base.owner, std::move(place));
    }
    PyObject* array = PyArray_NewFromDescr(&PyArray_Type, PyArray_DescrFromType(numpy_type_of(result.type)),
                                           static_cast<int>(rank), shape, steps, base.data + offset,
                                           base.writeable ? NPY_ARRAY_WRITEABLE : 0, nullptr);
    if (array == nullptr) return nullptr;
    auto* made = reinterpret_cast<PyArrayObject*>(array);
    PyArray_UpdateFlags(made, NPY_ARRAY_UPDATE_ALL);
    if (PyArray_SetBaseObject(made, Py_NewRef(base.owner)) == 0) return array;
    Py_DECREF(array);
    return nullptr;
  }

  const ir::Function& function_;
  const abi::ScalarSlot* next_;
  const ReturnedValues& returned_;
  std::vector<PyObject*> owners_;  ///< capsules
};

}  // namespace

PyObject* make_results(const ReturnedValues& returned) {
  const ir::Function& function = returned.function;
  if (function.results.empty() && !function.returns_tuple) return Py_NewRef(Py_None);
  Results results(returned);
  if (!results.own_memory()) return nullptr;
  if (!function.returns_tuple) return results.make(0);
  PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(function.results.size()));
  if (tuple == nullptr) return nullptr;
  for (size_t i = 0; i < function.results.size(); ++i) {
    PyObject* item = results.make(i);
    if (item == nullptr) {
      Py_DECREF(tuple);
      return nullptr;
    }
    PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), item);
  }
  return tuple;
}

}  // namespace unpython::bindings
