// Slots -> Python and NumPy scalars, and arrays.
#include "bindings/results/results.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <vector>

#include "bindings/arguments/array_args.h"
#include "bindings/base/numpy_api.h"
#include "bindings/results/array_views.h"
#include "driver/compile/returned_view.h"
#include "ir/scalar_slot.h"

namespace unpython::bindings {
namespace {

PyObject* weak_scalar(ScalarType type, const abi::ScalarSlot& slot) {
  switch (type) {
    case ScalarType::Bool:
      return PyBool_FromLong(slot.bytes[0]);
    case ScalarType::Float64:
      return PyFloat_FromDouble(ir::bytes_as<double>(slot));
    case ScalarType::Complex128: {
      const auto value = ir::bytes_as<std::complex<double>>(slot);
      return PyComplex_FromDoubles(value.real(), value.imag());
    }
    default:
      return PyLong_FromLongLong(ir::bytes_as<int64_t>(slot));
  }
}

PyObject* strong_scalar(ScalarType type, const abi::ScalarSlot& slot) {
  PyArray_Descr* descr = described(type);
  if (descr == nullptr) return nullptr;
  abi::ScalarSlot copy = slot;  // NumPy takes a non-const pointer
  PyObject* scalar = PyArray_Scalar(copy.bytes, descr, nullptr);
  Py_DECREF(descr);
  return scalar;
}

}  // namespace

PyObject* make_scalar(ScalarType type, bool weak, const abi::ScalarSlot& slot) {
  return weak ? weak_scalar(type, slot) : strong_scalar(type, slot);
}

namespace {

int64_t integer(const abi::ScalarSlot& slot) { return ir::bytes_as<int64_t>(slot); }

/// In the place of the memory of a list of nothing, which may have none.
char no_memory = 0;

constexpr const char* kOwner = "unpython.memory";

void release_memory(PyObject* capsule) { driver::release_memory(PyCapsule_GetPointer(capsule, kOwner)); }

bool gives_one_twice(const ir::Function& function) {
  return std::any_of(function.results.begin(), function.results.end(),
                     [](const ir::Result& r) { return r.is(ir::ResultObject::Kind::Earlier); });
}

/// Makes the results one by one from the values that Return gave.
class Results {
 public:
  explicit Results(const ReturnedValues& returned)
      : function_(returned.function),
        next_(returned.results),
        returned_(returned),
        made_(gives_one_twice(returned.function) ? returned.function.results.size() : 0) {}
  ~Results() {
    for (PyObject* owner : owners_) Py_XDECREF(owner);
    for (PyObject* made : made_) Py_XDECREF(made);
  }
  Results(const Results&) = delete;
  Results& operator=(const Results&) = delete;

  /// One owner for each piece of memory, before anything else can fail.
  bool own_memory() {
    if (!returned_.on_device.empty()) return true;
    const size_t count = returned_.layout.owned;
    for (size_t i = 0; i < count; ++i) {
      owners_.push_back(owner_of(returned_.memory[i]));
      if (owners_.back() != nullptr) continue;
      for (size_t rest = i; rest < count; ++rest) driver::release_memory(returned_.memory[rest]);
      return false;
    }
    return true;
  }

  static PyObject* owner_of(void* memory) {
    if (memory == nullptr) return PyCapsule_New(&no_memory, kOwner, nullptr);
    return PyCapsule_New(memory, kOwner, release_memory);
  }

  PyObject* make(size_t position) {
    if (made_.empty()) return make_new(position);
    const ir::Result& is = function_.results[position];
    PyObject* const result = is.is(ir::ResultObject::Kind::Earlier) ? Py_NewRef(made_[static_cast<size_t>(is.object.earlier)])
                                                                    : make_new(position);
    made_[position] = result;
    Py_XINCREF(result);
    return result;
  }

  PyObject* make_new(size_t position) {
    const ir::Result& result = function_.results[position];
    if (result.is(ir::ResultObject::Kind::Argument)) return Py_NewRef(returned_.arguments[result.parameter]);
    if (!result.is_array) {
      const abi::ScalarSlot& slot = *next_++;
      return make_scalar(result.type, result.weak, slot);
    }
    const driver::ResultLayout::Part& part = returned_.layout.parts[position];
    if (result.lists > 0) return list(result, part);
    if (result.seen.empty()) return view(result, part);
    const int64_t which = integer(*next_++);
    if (which != 0) return seen(result, static_cast<size_t>(which - 1), part);
    PyObject* made = view(result, part);
    for (const ir::SeenArgument& other : result.seen) skip(other);
    return made;
  }

  PyObject* flat_tuple() {
    return tuple_of(function_.results.size(), [this](size_t i) { return make(i); });
  }

  /// As function.tuples says.
  PyObject* nested_tuple() {
    const int count = function_.tuples[tuple_++];
    if (count == -1) return make(position_++);
    if (count <= ir::kFirstRecord) return record(ir::kFirstRecord - count);
    if (count < 0) return one_of(static_cast<size_t>(-count));
    return tuple_of(static_cast<size_t>(count), [this](size_t) { return nested_tuple(); });
  }

  PyObject* record(Py_ssize_t index) {
    PyObject* const fields = nested_tuple();
    if (fields == nullptr) return nullptr;
    PyObject* const made = PyObject_CallOneArg(PyTuple_GET_ITEM(returned_.classes, index), fields);
    Py_DECREF(fields);
    return made;
  }

 private:
  template <class Item>
  static PyObject* tuple_of(size_t count, const Item& item) {
    PyObject* tuple = PyTuple_New(static_cast<Py_ssize_t>(count));
    if (tuple == nullptr) return nullptr;
    for (size_t i = 0; i < count; ++i) {
      PyObject* made = item(i);
      if (made == nullptr) {
        Py_DECREF(tuple);
        return nullptr;
      }
      PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), made);
    }
    return tuple;
  }

  ViewPlace argument_place(int parameter) const {
    size_t array = 0;
    for (int i = 0; i < parameter; ++i)
      array += function_.parameters[static_cast<size_t>(i)].is_array ? 1U : 0U;
    const abi::ArrayArgument& argument = returned_.arrays[array];
    const ir::Array& declared = function_[function_.parameters[static_cast<size_t>(parameter)].array];
    ViewPlace place;
    place.owner = returned_.arguments[parameter];
    place.type = declared.type;
    // The argument may have been a copy on a device: a view is one of the array that the caller has.
    auto* given = PyArray_Check(place.owner) ? reinterpret_cast<PyArrayObject*>(place.owner) : nullptr;
    place.data = given != nullptr ? PyArray_BYTES(given) : static_cast<char*>(argument.data);
    place.writeable = given == nullptr || PyArray_ISWRITEABLE(given) != 0;
    place.rank = static_cast<size_t>(declared.rank);
    std::copy_n(argument.extents, place.rank, place.shape);
    std::copy_n(argument.stride_bytes, place.rank, place.strides);
    return place;
  }

  ViewPlace owned_place(int owner) const {
    const auto index = static_cast<size_t>(owner);
    ViewPlace place;
    if (returned_.on_device.empty()) {
      place.owner = owners_[index];
      place.data = static_cast<char*>(PyCapsule_GetPointer(place.owner, kOwner));
    } else {
      place.on_device = &returned_.on_device[index];
    }
    return place;
  }

  /// The scalar that the number before several ones says.
  PyObject* one_of(size_t count) {
    const auto which = static_cast<size_t>(integer(*next_));
    const ir::Result& result = function_.results[position_ + 1 + which];
    const abi::ScalarSlot& slot = next_[1 + which];
    next_ += 1 + count;
    position_ += 1 + count;
    return result.weak ? weak_scalar(result.type, slot) : strong_scalar(result.type, slot);
  }

  PyObject* view(const ir::Result& result, const driver::ResultLayout::Part& part) {
    const ViewPlace place = place_of(result, part);
    if (result.is(ir::ResultObject::Kind::OwnOrArgument) && is_all_of(place, argument_place(result.parameter)))
      return Py_NewRef(returned_.arguments[result.parameter]);
    return make_view(place);
  }

  static bool is_all_of(const ViewPlace& part, const ViewPlace& whole) {
    return part.offset == 0 && part.rank == whole.rank && std::equal(part.shape, part.shape + part.rank, whole.shape) &&
           std::equal(part.strides, part.strides + part.rank, whole.strides);
  }

  ViewPlace place_of(const ir::Result& result, const driver::ResultLayout::Part& part) {
    const bool owned = result.array.valid();
    ViewPlace place = owned ? owned_place(part.owner) : argument_place(result.parameter);
    if (result.read_only) place.writeable = false;
    const driver::ReturnedView view = driver::returned_view(result, part.base_rank, owned ? nullptr : place.strides, next_);
    place.type = result.type;
    place.offset = view.offset;
    place.rank = view.rank;
    std::copy_n(view.shape, view.rank, place.shape);
    std::copy_n(view.strides, view.rank, place.strides);
    return place;
  }

  /// A list, or lists in lists, of Python's numbers, of NumPy's, or of arrays. The array goes.
  PyObject* list(const ir::Result& result, const driver::ResultLayout::Part& part) {
    const ViewPlace place = place_of(result, part);
    if (result.weak && place.rank == 1 && place.is_on_host()) return list_of_numbers(place);
    PyObject* array = make_view(place);
    if (array == nullptr) return nullptr;
    PyObject* items = result.weak ? PyObject_CallMethod(array, "tolist", nullptr) : lists_of(array, result.lists);
    Py_DECREF(array);
    return items;
  }

  /// The leading dimensions of an array as lists.
  static PyObject* lists_of(PyObject* array, int depth) {
    PyObject* items = PySequence_List(array);
    for (Py_ssize_t i = 0; depth > 1 && items != nullptr && i < PyList_GET_SIZE(items); ++i) {
      PyObject* const inner = lists_of(PyList_GET_ITEM(items, i), depth - 1);
      if (inner == nullptr || PyList_SetItem(items, i, inner) != 0) Py_CLEAR(items);
    }
    return items;
  }

  static PyObject* list_of_numbers(const ViewPlace& place) {
    PyObject* items = PyList_New(place.shape[0]);
    const char* from = place.data + place.offset;
    for (int64_t i = 0; items != nullptr && i < place.shape[0]; ++i, from += place.strides[0]) {
      abi::ScalarSlot slot{};
      std::memcpy(slot.bytes, from, static_cast<size_t>(size_of(place.type)));
      PyObject* item = weak_scalar(place.type, slot);
      if (item == nullptr) Py_CLEAR(items);
      if (items != nullptr) PyList_SET_ITEM(items, i, item);
    }
    return items;
  }

  /// The argument that the result is, or what is seen of it.
  PyObject* seen(const ir::Result& result, size_t which, const driver::ResultLayout::Part& part) {
    if (result.array.valid()) next_ += 2 * (static_cast<size_t>(part.base_rank) + result.axes.size());
    PyObject* made = nullptr;
    for (size_t i = 0; i < result.seen.size(); ++i) {
      const ir::SeenArgument& argument = result.seen[i];
      const abi::ScalarSlot* values = next_;
      skip(argument);
      if (i != which) continue;
      if (argument.steps.empty()) {
        made = Py_NewRef(returned_.arguments[argument.parameter]);
        continue;
      }
      ViewPlace place = argument_place(argument.parameter);
      if (is_time(result.type)) place.type = result.type;
      made = make_seen(argument, place, values, reshaped_);
    }
    return made;
  }

  void skip(const ir::SeenArgument& argument) {
    for (const ir::ViewStep& step : argument.steps) next_ += step.values();
  }

  const ir::Function& function_;
  const abi::ScalarSlot* next_;
  const ReturnedValues& returned_;
  std::vector<PyObject*> owners_;  ///< capsules
  std::vector<PyObject*> made_;    ///< by result, as far as they are made; empty where each is an object of its own
  Reshaped reshaped_;
  size_t tuple_ = 0;               ///< of nested_tuple: the next of function.tuples
  size_t position_ = 0;            ///< and of function.results
};

}  // namespace

bool owns_memory(PyObject* object) { return PyCapsule_IsValid(object, kOwner) != 0; }

PyObject* make_results(const ReturnedValues& returned) {
  const ir::Function& function = returned.function;
  if (function.results.empty() && !function.returns_tuple) return Py_NewRef(Py_None);
  Results results(returned);
  if (!results.own_memory()) return nullptr;
  if (!function.tuples.empty()) return results.nested_tuple();
  return function.returns_tuple ? results.flat_tuple() : results.make(0);
}

}  // namespace unpython::bindings
