// What is read from the two interfaces; memory is looked up by its address.
#include "bindings/arguments/foreign_array.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/arguments/array_args.h"
#include "bindings/arguments/dlpack.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "unpython/error.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

std::vector<int64_t> integers(PyObject* tuple) {
  if (!PyTuple_Check(tuple)) throw py::type_error("its shape or strides are no tuple");
  std::vector<int64_t> result(static_cast<size_t>(PyTuple_GET_SIZE(tuple)));
  for (size_t n = 0; n < result.size(); ++n) {
    result[n] = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, static_cast<Py_ssize_t>(n)));
    if (result[n] == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  }
  return result;
}

/// Where both interfaces put arrays.
const std::string kKind = "cuda";

/// Sets the resident of an array that is described otherwise; none without elements.
void find_memory(ForeignArray& found, std::optional<uint64_t> stream) {
  const runtime::ReachedBytes reached = runtime::reached_bytes(found.described);
  if (reached.bytes > 0)
    found.resident =
        driver::foreign_memory(module_state().compiler.gpus(), kKind, reached.begin, reached.bytes, stream);
}

struct Names {
  PyObject* cuda;
  PyObject* dlpack;
  PyObject* device;
};
const Names& interface_names() {
  static const Names names{PyUnicode_InternFromString("__cuda_array_interface__"),
                           PyUnicode_InternFromString("__dlpack__"),
                           PyUnicode_InternFromString("__dlpack_device__")};
  return names;
}

/// Of the dictionary of __cuda_array_interface__.
struct Keys {
  PyObject* version;
  PyObject* stream;
  PyObject* typestr;
  PyObject* mask;
  PyObject* data;
  PyObject* shape;
  PyObject* strides;
};
const Keys& interface_keys() {
  static const Keys keys{PyUnicode_InternFromString("version"), PyUnicode_InternFromString("stream"),
                         PyUnicode_InternFromString("typestr"), PyUnicode_InternFromString("mask"),
                         PyUnicode_InternFromString("data"),    PyUnicode_InternFromString("shape"),
                         PyUnicode_InternFromString("strides")};
  return keys;
}
/// Null where there is none, and for None.
PyObject* value_of(const py::dict& given, PyObject* key) {
  PyObject* value = PyDict_GetItemWithError(given.ptr(), key);
  if (value == nullptr && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return value == Py_None ? nullptr : value;
}
PyObject* needed(const py::dict& given, PyObject* key) {
  PyObject* value = value_of(given, key);
  if (value == nullptr) throw py::type_error("its __cuda_array_interface__ has no " + py::cast<std::string>(py::handle(key)));
  return value;
}

/// Null for an object without the attribute, and for one that fails to give it.
py::object attribute(const py::object& object, PyObject* name) {
  PyObject* found = PyObject_GetAttr(object.ptr(), name);
  if (found == nullptr) forget_error();
  return py::reinterpret_steal<py::object>(found);
}

/// Of "<f8" and the like. NumPy is asked for what is not native, to say its name.
ScalarType type_of(const py::handle& typestr) {
  constexpr std::pair<std::string_view, ScalarType> kTexts[] = {
      {"|b1", ScalarType::Bool},    {"|i1", ScalarType::Int8},      {"<i2", ScalarType::Int16},
      {"<i4", ScalarType::Int32},   {"<i8", ScalarType::Int64},     {"|u1", ScalarType::UInt8},
      {"<u2", ScalarType::UInt16},  {"<u4", ScalarType::UInt32},    {"<u8", ScalarType::UInt64},
      {"<f2", ScalarType::Float16}, {"<f4", ScalarType::Float32},   {"<f8", ScalarType::Float64},
      {"<c8", ScalarType::Complex64},
      {"<c16", ScalarType::Complex128}};
  const char* utf8 = PyUnicode_Check(typestr.ptr()) ? PyUnicode_AsUTF8(typestr.ptr()) : nullptr;
  if (utf8 == nullptr) PyErr_Clear();
  const std::string_view text = utf8 != nullptr ? utf8 : "";
  for (const auto& [name, type] : kTexts) {
    if (text == name) return type;
  }
  const py::object dtype = py::module_::import("numpy").attr("dtype")(typestr);
  const auto* description = reinterpret_cast<PyArray_Descr*>(dtype.ptr());
  ScalarType type{};
  if (scalar_type_of(description->type_num, type) && PyArray_ISNBO(description->byteorder)) return type;
  throw py::type_error("it has dtype " + py::cast<std::string>(py::str(dtype)) + ", which is not supported");
}

bool says_its_stream(const py::dict& given) {
  PyObject* version = value_of(given, interface_keys().version);
  return version != nullptr && py::cast<int>(py::handle(version)) >= 3;
}

/// The stream that orders the work on an array; none where all work is done. Before version 3 it was CUDA's default
/// stream for most libraries.
std::optional<uint64_t> stream_of(const py::dict& given) {
  constexpr uint64_t kDefaultStream = 1;
  if (!says_its_stream(given)) return kDefaultStream;
  PyObject* stream = value_of(given, interface_keys().stream);
  return stream != nullptr ? std::optional(py::cast<uint64_t>(py::handle(stream))) : std::nullopt;
}

/// Version 2 or 3 of the interface.
ForeignArray describe_cuda(const py::dict& given) {
  const Keys& keys = interface_keys();
  ForeignArray result;
  runtime::DescribedArray& found = result.described;
  found.type = type_of(needed(given, keys.typestr));
  if (value_of(given, keys.mask) != nullptr) throw py::type_error("it has a mask");
  const auto data = py::reinterpret_borrow<py::object>(needed(given, keys.data));
  if (!PyTuple_Check(data.ptr()) || PyTuple_GET_SIZE(data.ptr()) != 2) throw py::type_error("its data are no pair");
  found.data = reinterpret_cast<std::byte*>(py::cast<uintptr_t>(py::handle(PyTuple_GET_ITEM(data.ptr(), 0))));
  const int is_read_only = PyObject_IsTrue(PyTuple_GET_ITEM(data.ptr(), 1));
  if (is_read_only < 0) throw py::error_already_set();
  found.writeable = is_read_only == 0;
  found.shape = integers(needed(given, keys.shape));
  PyObject* strides = value_of(given, keys.strides);
  found.strides = strides != nullptr ? integers(strides) : runtime::packed_strides(found.shape, size_of(found.type));
  find_memory(result, stream_of(given));
  result.resident.uses_other_streams = !says_its_stream(given);
  return result;
}

ForeignArray describe_dlpack(const py::object& object) {
  const abi::DlPlace place = dlpack_place(object);
  if (place.device == abi::DlDevice::Cpu || place.device == abi::DlDevice::CudaHost)
    throw py::type_error("it lies in host memory: give numpy.from_dlpack() of it");
  if (place.device != abi::DlDevice::Cuda && place.device != abi::DlDevice::CudaManaged)
    throw py::type_error("it lies on a device that is not one of CUDA");
  const runtime::GpuStatus status =
      module_state().compiler.gpus().find(kKind + (":" + std::to_string(place.number)));
  if (status.gpu == nullptr) throw DeviceError(status.name + " cannot be used: " + status.reason);
  ForeignArray found;
  found.owner = take_dlpack(object, reinterpret_cast<uintptr_t>(status.gpu->queue().value));
  found.described = read_dlpack(found.owner);
  find_memory(found, std::nullopt);
  return found;
}

}  // namespace

bool is_foreign_array(PyObject* object) {
  const Names& names = interface_names();
  // A class is asked first: it gives its property, not what the property makes. `__getattr__` is not asked:
  // it may answer to every name.
  const auto has = [&](PyObject* name) {
    if (PyObject_HasAttr(reinterpret_cast<PyObject*>(Py_TYPE(object)), name) != 0) return true;
    const auto own = py::reinterpret_steal<py::object>(PyObject_GenericGetAttr(object, name));
    if (!own) forget_error();
    return static_cast<bool>(own);
  };
  return has(names.cuda) || (has(names.dlpack) && has(names.device));
}

std::optional<ForeignArray> describe_foreign(const py::object& object) {
  if (!is_foreign_array(object.ptr())) return std::nullopt;
  const auto& [cuda, dlpack, device] = interface_names();
  // Asked for once: a library makes a dictionary for each answer.
  const py::object interface = attribute(object, cuda);
  const auto given = interface ? py::cast<py::dict>(interface) : py::dict();
  if (interface && says_its_stream(given)) return describe_cuda(given);
  // DLPack puts our work behind that of its owner, whichever stream this is in.
  if (attribute(object, dlpack) && attribute(object, device)) return describe_dlpack(object);
  if (interface) return describe_cuda(given);
  return std::nullopt;
}

}  // namespace unpython::bindings
