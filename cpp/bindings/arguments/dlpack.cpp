// Capsules are named "dltensor" until somebody takes over the memory; we only look, so ours stay as they are.
#include "bindings/arguments/dlpack.h"

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "bindings/arguments/foreign_array.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

constexpr const char* kPlain = "dltensor";
constexpr const char* kVersioned = "dltensor_versioned";
constexpr uint64_t kReadOnly = 1;

struct DlDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};
struct DlTensor {
  void* data;
  DlPlace place;
  int32_t rank;
  DlDataType type;
  int64_t* shape;
  int64_t* strides;  ///< elements; null: C order
  uint64_t byte_offset;
};
struct DlManaged {
  DlTensor tensor;
  void* context;
  void (*deleter)(DlManaged*);
};
struct DlManagedVersioned {
  uint32_t major;
  uint32_t minor;
  void* context;
  void (*deleter)(DlManagedVersioned*);
  uint64_t flags;
  DlTensor tensor;
};

struct KnownType {
  uint8_t code;
  uint8_t bits;
  ScalarType type;
};
constexpr std::array<KnownType, 13> kDlpackTypes{{{6, 8, ScalarType::Bool},
                                                  {0, 8, ScalarType::Int8},
                                                  {0, 16, ScalarType::Int16},
                                                  {0, 32, ScalarType::Int32},
                                                  {0, 64, ScalarType::Int64},
                                                  {1, 8, ScalarType::UInt8},
                                                  {1, 16, ScalarType::UInt16},
                                                  {1, 32, ScalarType::UInt32},
                                                  {1, 64, ScalarType::UInt64},
                                                  {2, 32, ScalarType::Float32},
                                                  {2, 64, ScalarType::Float64},
                                                  {5, 64, ScalarType::Complex64},
                                                  {5, 128, ScalarType::Complex128}}};

ScalarType type_of(const DlDataType& given) {
  for (const KnownType& known : kDlpackTypes) {
    if (known.code == given.code && known.bits == given.bits && given.lanes == 1) return known.type;
  }
  throw py::type_error("it has elements of DLPack type " + std::to_string(given.code) + " with " +
                       std::to_string(given.bits) + " bits, which are not supported");
}

DlDataType code_of(ScalarType type) {
  for (const KnownType& known : kDlpackTypes) {
    if (known.type == type) return {known.code, known.bits, 1};
  }
  return {};
}

/// One exported array: the structure that is handed out and what it points to.
template <class Managed>
struct Exported {
  Managed managed{};
  std::shared_ptr<driver::ResidentArray> memory;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
};

template <class Managed>
py::object capsule_of(std::unique_ptr<Exported<Managed>> exported, const DlTensor& tensor, const char* name) {
  Managed& managed = exported->managed;
  managed.tensor = tensor;
  managed.tensor.shape = exported->shape.data();
  managed.tensor.strides = exported->strides.data();
  managed.context = exported.get();
  managed.deleter = [](Managed* given) { delete static_cast<Exported<Managed>*>(given->context); };
  // Who takes the memory over renames the capsule.
  PyObject* capsule = PyCapsule_New(&managed, name, [](PyObject* object) {
    const char* own = std::is_same_v<Managed, DlManaged> ? kPlain : kVersioned;
    if (PyCapsule_IsValid(object, own) == 0) return;
    auto* given = static_cast<Managed*>(PyCapsule_GetPointer(object, own));
    given->deleter(given);
  });
  if (capsule == nullptr) throw py::error_already_set();
  static_cast<void>(exported.release());
  return py::reinterpret_steal<py::object>(capsule);
}

/// CuPy divides the bytes of a negative stride as if they were an unsigned number.
int64_t stride_bytes(int64_t items, int64_t item_bytes) {
  int64_t bytes = 0;
  if (!__builtin_mul_overflow(items, item_bytes, &bytes)) return bytes;
  if (items < 0 || bytes >= 0) throw py::type_error("its strides reach further than memory does");
  return bytes;
}

}  // namespace

DlPlace dlpack_place(const py::object& object) {
  const auto place = py::cast<py::tuple>(object.attr("__dlpack_device__")());
  return {static_cast<DlDevice>(py::cast<int32_t>(place[0])), py::cast<int32_t>(place[1])};
}

py::object take_dlpack(const py::object& object, uint64_t stream) {
  try {
    return object.attr("__dlpack__")(py::arg("stream") = stream,
                                     py::arg("max_version") = py::make_tuple(1, 0));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError)) throw;  // from before version 1.0: it does not know max_version
  }
  return object.attr("__dlpack__")(py::arg("stream") = stream);
}

DlArray read_dlpack(const py::object& capsule) {
  const DlTensor* tensor = nullptr;
  DlArray array;
  if (PyCapsule_IsValid(capsule.ptr(), kVersioned) != 0) {
    const auto* managed = static_cast<DlManagedVersioned*>(PyCapsule_GetPointer(capsule.ptr(), kVersioned));
    if (managed->major != 1) throw py::type_error("its DLPack version is not supported");
    array.writeable = (managed->flags & kReadOnly) == 0;
    tensor = &managed->tensor;
  } else if (PyCapsule_IsValid(capsule.ptr(), kPlain) != 0) {
    tensor = &static_cast<DlManaged*>(PyCapsule_GetPointer(capsule.ptr(), kPlain))->tensor;
  } else {
    throw py::type_error("its __dlpack__() gives no DLPack capsule");
  }
  if (tensor->rank < 0 || tensor->rank > kMaxRank || (tensor->rank > 0 && tensor->shape == nullptr))
    throw py::type_error("it has " + std::to_string(tensor->rank) + " dimensions; at most 8 are supported");
  array.type = type_of(tensor->type);
  array.data = static_cast<std::byte*>(tensor->data) + tensor->byte_offset;
  array.shape.assign(tensor->shape, tensor->shape + tensor->rank);
  const int64_t item = size_of(array.type);
  array.strides = packed_strides(array.shape, item);
  for (int32_t d = 0; tensor->strides != nullptr && d < tensor->rank; ++d)
    array.strides[static_cast<size_t>(d)] = stride_bytes(tensor->strides[d], item);
  return array;
}

py::object make_dlpack(std::shared_ptr<driver::ResidentArray> memory, DlPlace place, const DlArray& array,
                       bool versioned) {
  const DlTensor tensor{.data = array.data,
                        .place = place,
                        .rank = static_cast<int32_t>(array.shape.size()),
                        .type = code_of(array.type),
                        .shape = nullptr,
                        .strides = nullptr,
                        .byte_offset = 0};
  const auto fill = [&](auto exported) {
    exported->memory = std::move(memory);
    exported->shape = array.shape;
    for (const int64_t stride : array.strides) exported->strides.push_back(stride / size_of(array.type));
    return exported;
  };
  if (!versioned) return capsule_of(fill(std::make_unique<Exported<DlManaged>>()), tensor, kPlain);
  auto exported = fill(std::make_unique<Exported<DlManagedVersioned>>());
  exported->managed.major = 1;
  return capsule_of(std::move(exported), tensor, kVersioned);
}

}  // namespace unpython::bindings
