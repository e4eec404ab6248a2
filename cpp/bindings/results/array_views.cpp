// Whether a reshaped array is a view is NumPy's to say: it is asked with the strides of the call.
#include "bindings/results/array_views.h"

#include <algorithm>
#include <cstring>

#include "bindings/arguments/array_args.h"
#include "bindings/arguments/device_array.h"
#include "bindings/base/errors.h"
#include "bindings/base/numpy_api.h"

namespace unpython::bindings {
namespace {

int64_t next_integer(const abi::ScalarSlot*& values) {
  int64_t value = 0;
  std::memcpy(&value, (values++)->bytes, sizeof value);
  return value;
}

bool is_empty(const ViewPlace& place) {
  return std::find(place.shape, place.shape + place.rank, 0) != place.shape + place.rank;
}

void select(const ir::ViewStep& step, ViewPlace& place, const abi::ScalarSlot*& values) {
  const ViewPlace before = place;
  place.rank = static_cast<size_t>(step.rank);
  std::fill_n(place.strides, place.rank, 0);
  int64_t offset = 0;
  for (size_t d = 0; d < step.along.size(); ++d) {
    offset += next_integer(values) * before.strides[d];
    const int64_t stride = next_integer(values) * before.strides[d];
    if (step.along[d] >= 0) place.strides[step.along[d]] += stride;
  }
  for (size_t axis = 0; axis < place.rank; ++axis) place.shape[axis] = next_integer(values);
  if (!is_empty(place)) place.offset += offset;
}

/// On a device nothing is copied here.
bool reshape_contiguous(const ir::ViewStep& step, ViewPlace& place, const abi::ScalarSlot*& values) {
  int64_t stride = size_of(place.type);
  for (size_t d = place.rank; d-- > 0; stride *= place.shape[d]) {
    if (place.shape[d] == 1 || place.strides[d] == stride || is_empty(place)) continue;
    set_refusal("the result reshapes an array on a device that is not contiguous; return a copy of it");
    return false;
  }
  place.rank = static_cast<size_t>(step.rank);
  for (size_t axis = 0; axis < place.rank; ++axis) place.shape[axis] = next_integer(values);
  (void)next_integer(values);  // how many times: here no copy is made
  stride = size_of(place.type);
  for (size_t axis = place.rank; axis-- > 0; stride *= place.shape[axis]) place.strides[axis] = stride;
  return true;
}

/// A new array; null with an exception set.
PyObject* make_reshaped(const ir::ViewStep& step, const ViewPlace& place, PyArray_Dims& shape) {
  PyObject* array = make_view(place);
  if (array == nullptr) return nullptr;
  auto* given = reinterpret_cast<PyArrayObject*>(array);
  PyObject* made = step.kind == ir::ViewStep::Kind::Ravel ? PyArray_Ravel(given, NPY_CORDER)
                                                          : PyArray_Newshape(given, &shape, NPY_CORDER);
  Py_DECREF(array);
  return made;
}

bool reshape(const ir::ViewStep& step, ViewPlace& place, const abi::ScalarSlot*& values, Reshaped& reshaped) {
  if (!place.is_on_host()) return reshape_contiguous(step, place, values);
  npy_intp shape[kMaxRank];
  for (int axis = 0; axis < step.rank; ++axis) shape[axis] = next_integer(values);
  PyArray_Dims dimensions{shape, step.rank};
  const Reshaped::Evaluation evaluation{step.expression, next_integer(values)};
  PyObject* array = reshaped.of(evaluation, place);
  if (array == nullptr) {
    array = make_reshaped(step, place, dimensions);
    if (array == nullptr) return false;
    reshaped.keep(evaluation, place, array);
  }
  auto* made = reinterpret_cast<PyArrayObject*>(array);
  place.owner = array;
  place.data = PyArray_BYTES(made);
  place.offset = 0;
  place.writeable = PyArray_ISWRITEABLE(made) != 0;
  place.rank = static_cast<size_t>(step.rank);
  std::copy_n(PyArray_DIMS(made), place.rank, place.shape);
  std::copy_n(PyArray_STRIDES(made), place.rank, place.strides);
  return true;
}

bool take_part(const ir::ViewStep& step, ViewPlace& place) {
  if (!place.is_on_host()) {
    set_refusal("the result is the real or imaginary part of an array on a device; return a copy of it");
    return false;
  }
  place.type = real_part_type(place.type);
  if (step.kind == ir::ViewStep::Kind::ImaginaryPart) place.offset += size_of(place.type);
  return true;
}

}  // namespace

bool ViewPlace::is_on_host() const {
  return on_device == nullptr && (PyCapsule_CheckExact(owner) || PyArray_Check(owner));
}

bool ViewPlace::is_at(const ViewPlace& other) const {
  return data + offset == other.data + other.offset && rank == other.rank && type == other.type &&
         std::equal(shape, shape + rank, other.shape) && std::equal(strides, strides + rank, other.strides);
}

PyObject* make_view(const ViewPlace& place) {
  if (!place.is_on_host()) {
    if (is_time(place.type)) {
      set_refusal("the result is an array of dates on a device; return it as integers: a.astype('int64')");
      return nullptr;
    }
    DevicePart part{.offset = place.offset,
                    .shape = {place.shape, place.shape + place.rank},
                    .strides = {place.strides, place.strides + place.rank},
                    .writeable = place.writeable};
    return place.on_device != nullptr ? make_device_array(*place.on_device, place.type, std::move(part))
                                      : part_of_device_array(place.owner, std::move(part));
  }
  npy_intp shape[kMaxRank];
  npy_intp strides[kMaxRank];
  std::copy_n(place.shape, place.rank, shape);
  std::copy_n(place.strides, place.rank, strides);
  PyObject* array = PyArray_NewFromDescr(
      &PyArray_Type, described(place.type), static_cast<int>(place.rank), shape,
      strides, place.data + place.offset, place.writeable ? NPY_ARRAY_WRITEABLE : 0, nullptr);
  if (array == nullptr) return nullptr;
  auto* made = reinterpret_cast<PyArrayObject*>(array);
  PyArray_UpdateFlags(made, NPY_ARRAY_UPDATE_ALL);
  if (PyArray_SetBaseObject(made, Py_NewRef(place.owner)) == 0) return array;
  Py_DECREF(array);
  return nullptr;
}

Reshaped::~Reshaped() {
  for (const Made& made : arrays_) Py_DECREF(made.array);
}

PyObject* Reshaped::of(const Evaluation& evaluation, const ViewPlace& from) const {
  for (const Made& made : arrays_)
    if (made.evaluation == evaluation && made.from.is_at(from)) return made.array;
  return nullptr;
}

void Reshaped::keep(const Evaluation& evaluation, const ViewPlace& from, PyObject* array) {
  arrays_.push_back({evaluation, from, array});
}

PyObject* make_seen(const ir::SeenArgument& seen, ViewPlace place, const abi::ScalarSlot* values, Reshaped& reshaped) {
  bool done = true;
  for (const ir::ViewStep& step : seen.steps) {
    switch (step.kind) {
      case ir::ViewStep::Kind::Select:
        select(step, place, values);
        break;
      case ir::ViewStep::Kind::Reshape:
      case ir::ViewStep::Kind::Ravel:
        done = reshape(step, place, values, reshaped);
        break;
      case ir::ViewStep::Kind::RealPart:
      case ir::ViewStep::Kind::ImaginaryPart:
        done = take_part(step, place);
        break;
    }
    if (!done) break;
    place.writeable = place.writeable && !step.read_only;
  }
  return done ? make_view(place) : nullptr;
}

}  // namespace unpython::bindings
