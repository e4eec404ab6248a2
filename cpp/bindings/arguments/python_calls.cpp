#include "bindings/arguments/python_calls.h"

#include <algorithm>

#include "bindings/base/numpy_api.h"

namespace unpython::bindings {
namespace {

constexpr size_t kMostCalls = 16;    // further types are refused, and told, each time
constexpr int kTries = 3;            // refusals that are no accident
constexpr int kMostlyCompiled = 16;  // calls in a row that ran in compiled code
constexpr int kSmallPart = 32;       // of Python's time goes to refusals
constexpr int kDeepest = 3;          // that items are asked for their classes

uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29U);
}

uint64_t address(const void* object) { return reinterpret_cast<uintptr_t>(object); }

uint64_t types_of(uint64_t hash, PyObject* object, int depth) {
  hash = mixed(hash, address(Py_TYPE(object)));
  if (PyUnicode_CheckExact(object)) return mixed(hash, PyUnicode_IS_ASCII(object) != 0 ? 1 : 2);
  if (PyArray_Check(object)) {
    auto* const array = reinterpret_cast<PyArrayObject*>(object);
    return mixed(mixed(hash, address(PyArray_DESCR(array)->typeobj)), static_cast<uint64_t>(PyArray_NDIM(array)));
  }
  if (PyTuple_Check(object)) hash = mixed(hash, static_cast<uint64_t>(PyTuple_GET_SIZE(object)) + 1);
  if (depth == kDeepest) return hash;
  if (PyTuple_Check(object) || PyList_CheckExact(object)) {
    const bool is_empty = PySequence_Fast_GET_SIZE(object) == 0;
    return is_empty ? mixed(hash, 0) : types_of(hash, PySequence_Fast_GET_ITEM(object, 0), depth + 1);
  }
  Py_ssize_t at = 0;
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  if (!PyDict_CheckExact(object)) return hash;
  if (PyDict_Next(object, &at, &key, &value) == 0) return mixed(hash, 0);
  return types_of(mixed(hash, address(Py_TYPE(key))), value, depth + 1);
}

size_t number_of(size_t count, PyObject* keyword_names) {
  return count + (keyword_names == nullptr ? 0 : static_cast<size_t>(PyTuple_GET_SIZE(keyword_names)));
}

bool is_plain(PyObject* object) {
  return PyUnicode_CheckExact(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object) || PyBool_Check(object) ||
         object == Py_None;
}

bool is_told_by_type(PyObject* object) {
  if (!PyList_CheckExact(object)) return is_plain(object) || PyArray_CheckExact(object);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(object); ++i) {
    PyObject* const item = PyList_GET_ITEM(object, i);
    if (!is_plain(item) || Py_TYPE(item) != Py_TYPE(PyList_GET_ITEM(object, 0))) return false;
  }
  return true;
}

/// Each call site has a tuple of its own, and f(**options) makes one for each call; names are one object each.
bool are_same_names(PyObject* one, PyObject* other) {
  if (one == other) return true;
  if (one == nullptr || other == nullptr || PyTuple_GET_SIZE(one) != PyTuple_GET_SIZE(other)) return false;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(one); ++i)
    if (PyTuple_GET_ITEM(one, i) != PyTuple_GET_ITEM(other, i)) return false;
  return true;
}

}  // namespace

bool are_told_by_types(PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  return std::all_of(arguments, arguments + number_of(count, keyword_names), is_told_by_type);
}

CallKey call_key(PyObject* const* arguments, size_t count, PyObject* keyword_names) {
  uint64_t types = 0;
  for (size_t i = 0; i < number_of(count, keyword_names); ++i) types = types_of(mixed(types, i + 1), arguments[i], 0);
  return {.types = types, .keyword_names = keyword_names};
}

PythonCalls::Call* PythonCalls::entry(const CallKey& key) {
  const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Call& call) {
    return call.types == key.types && are_same_names(call.keyword_names.ptr(), key.keyword_names);
  });
  return found == calls_.end() ? nullptr : &*found;
}

PyObject* PythonCalls::find(const CallKey& key) {
  const Call* const call = entry(key);
  if (call == nullptr) return nullptr;
  const bool is_tried = !call->is_sure && (call->refusals < kTries || call->python > kSmallPart * call->refusal);
  return is_tried ? nullptr : call->steps;
}

void PythonCalls::note_refused(const CallKey& key, PyObject* steps, bool is_sure, std::optional<Clock::duration> took) {
  Call* call = entry(key);
  if (call == nullptr) {
    if (calls_.size() >= kMostCalls) return;
    auto names = pybind11::reinterpret_borrow<pybind11::object>(key.keyword_names);
    calls_.push_back({.types = key.types, .keyword_names = std::move(names), .steps = steps, .is_sure = is_sure});
    call = &calls_.back();
  }
  call->steps = steps;
  call->is_sure = is_sure;
  ++call->refusals;
  call->compiled = 0;
  call->python = {};
  if (took) call->refusal = call->refusal == Clock::duration{} ? *took : std::min(call->refusal, *took);
}

void PythonCalls::note_compiled(const CallKey& key) {
  Call* const call = entry(key);
  if (call != nullptr && ++call->compiled >= kMostlyCompiled) call->refusals = 0;
}

PythonCalls::Measured::Measured(PythonCalls& calls, const CallKey& key) : calls_(calls), key_(key) {
  Call* const call = calls_.entry(key_);
  is_first_ = call != nullptr && !call->is_sure && !call->runs;
  if (!is_first_) return;
  call->runs = true;
  begin_ = Clock::now();
}

PythonCalls::Measured::~Measured() {
  Call* const call = is_first_ ? calls_.entry(key_) : nullptr;
  if (call == nullptr) return;
  call->runs = false;
  call->python += Clock::now() - begin_;
}

}  // namespace unpython::bindings
