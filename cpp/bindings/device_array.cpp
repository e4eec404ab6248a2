// DeviceArray, the Python class: a C-ordered array on a device, and how arguments on devices are described.
#include "bindings/device_array.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/array_args.h"
#include "bindings/errors.h"
#include "bindings/interrupts.h"
#include "bindings/module_state.h"
#include "bindings/numpy_api.h"
#include "driver/resident_array.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// What Python sees; immutable but for the elements.
struct PyDeviceArray {
  std::shared_ptr<driver::ResidentArray> memory;
  ScalarType type = ScalarType::Float64;
  py::object dtype;
  std::vector<int64_t> shape;

  [[nodiscard]] int64_t size() const {
    int64_t elements = 1;
    for (const int64_t extent : shape) elements *= extent;
    return elements;
  }
  [[nodiscard]] int64_t bytes() const { return size() * size_of(type); }
};

/// Runs `body`; what the library throws becomes Python's exception.
template <class Body>
auto translated(const Body& body) {
  try {
    return body();
  } catch (const DeviceError&) {
    set_python_error();
  } catch (const std::bad_alloc&) {
    set_python_error();
  }
  throw py::error_already_set();
}

py::tuple shape_of(const PyDeviceArray& array) {
  py::tuple shape(array.shape.size());
  for (size_t d = 0; d < array.shape.size(); ++d) shape[d] = array.shape[d];
  return shape;
}

py::object to_host(const PyDeviceArray& array) {
  py::object result = py::module_::import("numpy").attr("empty")(shape_of(array), array.dtype);
  void* data = PyArray_DATA(reinterpret_cast<PyArrayObject*>(result.ptr()));
  const Unlocked unlocked;
  array.memory->read(data);
  return result;
}

PyDeviceArray to_device(const py::object& given, const std::string& device) {
  const py::object array = py::module_::import("numpy").attr("ascontiguousarray")(given);
  auto* source = reinterpret_cast<PyArrayObject*>(array.ptr());
  PyDeviceArray result;
  if (!scalar_type_of(PyArray_TYPE(source), result.type) || PyArray_ISBYTESWAPPED(source)) {
    throw py::type_error(
        "to_device() takes arrays of bool, integers, float32, float64, complex64 and complex128");
  }
  if (PyArray_NDIM(source) > kMaxRank)
    throw py::type_error("to_device() takes arrays of at most 8 dimensions");
  result.dtype = array.attr("dtype");
  const py::object plain =
      py::module_::import("numpy").attr("asarray")(given);  // ascontiguousarray makes 0-d 1-d
  for (const py::handle& extent : py::cast<py::tuple>(plain.attr("shape"))) {
    result.shape.push_back(py::cast<int64_t>(extent));
  }
  const void* data = PyArray_DATA(source);
  const Unlocked unlocked;
  const runtime::GpuStatus status = module_state().compiler.gpus().find(device);
  if (status.gpu == nullptr)
    throw DeviceError("to_device(): " + status.name + " cannot be used: " + status.reason);
  result.memory = std::make_shared<driver::ResidentArray>(*status.gpu, result.bytes());
  result.memory->write(data);
  return result;
}

py::dict cuda_interface(const PyDeviceArray& array) {
  if (!array.memory->properties().memory_has_address)
    throw py::attribute_error("the array is not on a CUDA device");
  {
    const Unlocked unlocked;
    array.memory->synchronise();  // so that nobody needs to wait for our queue
  }
  py::dict result;
  result["shape"] = shape_of(array);
  result["typestr"] = array.dtype.attr("str");
  result["data"] = py::make_tuple(reinterpret_cast<uintptr_t>(array.memory->resident().begin), false);
  result["strides"] = py::none();
  result["version"] = 3;
  return result;
}

/// One argument in the form of both kinds.
struct Described {
  driver::Resident resident;
  std::byte* data = nullptr;  ///< of element [0, 0, ...]
  ScalarType type = ScalarType::Float64;
  bool writeable = true;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  ///< bytes
};

std::vector<int64_t> integers(const py::handle& tuple) {
  std::vector<int64_t> result;
  for (const py::handle& item : py::cast<py::tuple>(tuple)) result.push_back(py::cast<int64_t>(item));
  return result;
}

std::vector<int64_t> packed_strides(const std::vector<int64_t>& shape, int64_t item) {
  std::vector<int64_t> strides(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = item;
    item *= shape[d];
  }
  return strides;
}

Described describe_own(const PyDeviceArray& array) {
  const driver::Resident resident = array.memory->resident();
  return {resident, resident.begin, array.type,
          true,     array.shape,    packed_strides(array.shape, size_of(array.type))};
}

/// Version 2 or 3 of the interface.
Described describe_foreign(const py::object& object) {
  const py::dict given = py::cast<py::dict>(object.attr("__cuda_array_interface__"));
  Described found;
  const py::object dtype = py::module_::import("numpy").attr("dtype")(given["typestr"]);
  const auto* description = reinterpret_cast<PyArray_Descr*>(dtype.ptr());
  if (!scalar_type_of(description->type_num, found.type) || !PyArray_ISNBO(description->byteorder)) {
    throw py::type_error("it has dtype " + py::cast<std::string>(py::str(dtype)) +
                         ", which is not supported");
  }
  if (given.contains("mask") && !given["mask"].is_none()) throw py::type_error("it has a mask");
  const auto data = py::cast<py::tuple>(given["data"]);
  found.data = reinterpret_cast<std::byte*>(py::cast<uintptr_t>(data[0]));
  found.writeable = !py::cast<bool>(data[1]);
  found.shape = integers(given["shape"]);
  const int64_t item = size_of(found.type);
  found.strides = packed_strides(found.shape, item);
  if (given.contains("strides") && !given["strides"].is_none()) {
    found.strides = integers(given["strides"]);
  }
  std::byte* begin = found.data;
  int64_t bytes = item;
  for (size_t d = 0; d < found.shape.size(); ++d) {
    if (found.shape[d] <= 0) return found;  // nothing there
    const int64_t span = (found.shape[d] - 1) * found.strides[d];
    bytes += span < 0 ? -span : span;
    if (span < 0) begin += span;
  }
  std::optional<uint64_t> stream;
  if (given.contains("stream") && !given["stream"].is_none()) stream = py::cast<uint64_t>(given["stream"]);
  found.resident = driver::foreign_memory(module_state().compiler.gpus(), begin, bytes, stream);
  return found;
}

bool add(const ArgumentContext& context, const Described& array, bool stored, CallBuffers& call) {
  const auto rank = static_cast<int>(array.shape.size());
  if (rank > kMaxRank)
    return refuse(context, "has " + std::to_string(rank) + " dimensions; at most 8 are supported");
  const DeclaredType& declared = *context.declared;
  if (declared.given && (!declared.is_array || declared.type != array.type || declared.rank != rank)) {
    return refuse(context, "is declared " + name_of(declared) + ", got an array of " +
                               std::string(unpython::name_of(array.type)) + " with " + std::to_string(rank) +
                               " dimensions on a device");
  }
  const int64_t item = size_of(array.type);
  abi::ArrayArgument& argument = call.arrays[call.array_count];
  argument.data = array.data;
  driver::ArgumentCode code = driver::array_code(array.type, rank, array.writeable);
  for (int d = 0; d < rank; ++d) {
    const auto dimension = static_cast<size_t>(d);
    argument.extents[d] = array.shape[dimension];
    argument.stride_bytes[d] = array.strides[dimension];
    code |= driver::stride_code(d, array.strides[dimension], item);
    if (array.shape[dimension] > call.largest) call.largest = array.shape[dimension];
  }
  driver::ByteRange& range = call.ranges[call.array_count];
  range = driver::byte_range(argument.data, argument.extents, argument.stride_bytes, rank, item);
  range.stored = stored;
  ++call.array_count;
  call.codes[call.code_count++] = code;
  if (array.resident.gpu != nullptr) call.residents.push_back(array.resident);
  return true;
}

}  // namespace

bool is_device_array(PyObject* object) {
  if (Py_TYPE(object) == module_state().device_array_type) return true;
  if (PyFloat_CheckExact(object) || PyLong_CheckExact(object) || PyArray_CheckAnyScalar(object)) return false;
  return PyObject_HasAttrString(object, "__cuda_array_interface__") != 0;
}

bool add_device_array(const ArgumentContext& context, PyObject* object, bool stored, CallBuffers& call) {
  try {
    const bool own = Py_TYPE(object) == module_state().device_array_type;
    const auto given = py::reinterpret_borrow<py::object>(object);
    return add(context, own ? describe_own(py::cast<const PyDeviceArray&>(given)) : describe_foreign(given),
               stored, call);
  } catch (const py::type_error& error) {
    return refuse(context, std::string("cannot be used: ") + error.what());
  } catch (...) {
    set_python_error();
    return false;
  }
}

void add_device_arrays(py::module_& module) {
  py::class_<PyDeviceArray> type(module, "DeviceArray", "An array on a device, made by to_device().");
  type.def_property_readonly("shape", &shape_of)
      .def_property_readonly("dtype", [](const PyDeviceArray& array) { return array.dtype; })
      .def_property_readonly("ndim", [](const PyDeviceArray& array) { return array.shape.size(); })
      .def_property_readonly("size", &PyDeviceArray::size)
      .def_property_readonly("nbytes", &PyDeviceArray::bytes)
      .def_property_readonly("device",
                             [](const PyDeviceArray& array) { return array.memory->properties().name; })
      .def_property_readonly(
          "__cuda_array_interface__",
          [](const PyDeviceArray& array) { return translated([&] { return cuda_interface(array); }); })
      .def(
          "to_host", [](const PyDeviceArray& array) { return translated([&] { return to_host(array); }); },
          "A NumPy array with the elements.")
      .def(
          "__array__",
          [](const PyDeviceArray& array, const py::object& dtype, const py::object& copy) {
            if (copy.is(py::bool_(false)))
              throw py::value_error("an array on a device cannot be seen without a copy");
            const py::object host = translated([&] { return to_host(array); });
            return dtype.is_none() ? host : py::object(host.attr("astype")(dtype));
          },
          py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def("__len__",
           [](const PyDeviceArray& array) {
             if (array.shape.empty()) throw py::type_error("len() of an array without dimensions");
             return array.shape[0];
           })
      .def("__repr__", [](const PyDeviceArray& array) {
        return "DeviceArray(shape=" + py::cast<std::string>(py::repr(shape_of(array))) +
               ", dtype=" + py::cast<std::string>(py::str(array.dtype)) + ", device='" +
               array.memory->properties().name + "')";
      });
  module_state().device_array_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  module.def(
      "to_device",
      [](const py::object& array, const std::string& device) {
        return translated([&] { return to_device(array, device); });
      },
      py::arg("array"), py::arg("device"), "Copies an array to a device, as unpython.to_device() does.");
}

}  // namespace unpython::bindings
