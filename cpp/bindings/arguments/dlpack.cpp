// Capsules are named "dltensor" until somebody takes over the memory; we only look, so ours stay as they are.
#include "bindings/arguments/dlpack.h"

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace unpython::bindings {
namespace py = pybind11;
namespace {

using abi::DlDevice;
using abi::DlManaged;
using abi::DlManagedVersioned;
using abi::DlPlace;
using abi::DlTensor;
using runtime::DescribedArray;

constexpr const char* kPlain = "dltensor";
constexpr const char* kVersioned = "dltensor_versioned";
/// One exported array: the structure that is handed out and what it points to.
template <class Managed>
struct Exported {
  Managed managed{};
  std::shared_ptr<driver::HeldArray> memory;
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

DescribedArray read_dlpack(const py::object& capsule) {
  const DlTensor* tensor = nullptr;
  bool writeable = true;
  if (PyCapsule_IsValid(capsule.ptr(), kVersioned) != 0) {
    const auto* managed = static_cast<DlManagedVersioned*>(PyCapsule_GetPointer(capsule.ptr(), kVersioned));
    if (managed->major != 1) throw py::type_error("its DLPack version is not supported");
    writeable = (managed->flags & abi::kDlReadOnly) == 0;
    tensor = &managed->tensor;
  } else if (PyCapsule_IsValid(capsule.ptr(), kPlain) != 0) {
    tensor = &static_cast<DlManaged*>(PyCapsule_GetPointer(capsule.ptr(), kPlain))->tensor;
  } else {
    throw py::type_error("its __dlpack__() gives no DLPack capsule");
  }
  DescribedArray array = runtime::read_tensor(*tensor);
  array.writeable = writeable;
  return array;
}

py::object make_dlpack(std::shared_ptr<driver::HeldArray> memory, DlPlace place, const DescribedArray& array,
                       bool versioned) {
  const DlTensor tensor{.data = array.data,
                        .place = place,
                        .rank = static_cast<int32_t>(array.shape.size()),
                        .type = runtime::dlpack_type(array.type),
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
