// DeviceArray, the Python class: an array on a device, or a part of one, and how arguments on devices are
// described.
#include "bindings/arguments/device_array.h"

#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arguments/array_args.h"
#include "bindings/arguments/dlpack.h"
#include "bindings/arguments/foreign_array.h"
#include "bindings/arguments/held_memory.h"
#include "bindings/arguments/resident_arrays.h"
#include "bindings/base/errors.h"
#include "bindings/base/interrupts.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "bindings/base/started_calls.h"
#include "driver/steps/resident_array.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

/// What Python sees; immutable but for the elements.
struct PyDeviceArray {
  std::shared_ptr<driver::HeldArray> memory;
  ScalarType type = ScalarType::Float64;
  py::object dtype;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  ///< bytes
  int64_t offset = 0;            ///< bytes, of element [0, 0, ...]
  bool writeable = true;         ///< of NumPy's views that are not: diagonals, and elements that stand in several places

  [[nodiscard]] int64_t size() const {
    int64_t elements = 1;
    for (const int64_t extent : shape) elements *= extent;
    return elements;
  }
  [[nodiscard]] int64_t bytes() const { return size() * size_of(type); }
  [[nodiscard]] bool is_packed() const { return strides == runtime::packed_strides(shape, size_of(type)); }
  [[nodiscard]] std::byte* first() const { return memory->begin() + offset; }
};

py::tuple shape_of(const PyDeviceArray& array) {
  py::tuple shape(array.shape.size());
  for (size_t d = 0; d < array.shape.size(); ++d) shape[d] = array.shape[d];
  return shape;
}

py::tuple strides_of(const PyDeviceArray& array) {
  py::tuple strides(array.strides.size());
  for (size_t d = 0; d < array.strides.size(); ++d) strides[d] = array.strides[d];
  return strides;
}

/// The bytes that elements take, from the first byte of element [0, 0, ...].
std::pair<int64_t, int64_t> reach_of(const PyDeviceArray& array) {
  int64_t low = array.offset;
  int64_t high = array.offset + size_of(array.type);
  for (size_t d = 0; d < array.shape.size(); ++d) {
    const int64_t reach = (array.shape[d] - 1) * array.strides[d];
    (reach < 0 ? low : high) += reach;
  }
  return {low, high};
}

/// `bytes` of the device's memory from `offset` on go to an array of as many.
void read(const PyDeviceArray& array, const py::object& to, int64_t offset, int64_t bytes) {
  void* data = PyArray_DATA(reinterpret_cast<PyArrayObject*>(to.ptr()));
  const Unlocked unlocked;
  array.memory->read(data, offset, bytes);
}

py::object to_host(const py::object& object) {
  PyObject* const given = object.ptr();
  if (!wait_for_started({&given, 1})) throw py::error_already_set();
  const auto& array = py::cast<const PyDeviceArray&>(object);
  const py::module_ numpy = py::module_::import("numpy");
  if (array.is_packed() || array.size() == 0) {
    py::object result = numpy.attr("empty")(shape_of(array), array.dtype);
    read(array, result, array.offset, array.bytes());
    return result;
  }
  const auto [low, high] = reach_of(array);
  const py::object bytes = numpy.attr("empty")(high - low, py::str("uint8"));
  read(array, bytes, low, high - low);
  const py::object view = numpy.attr("ndarray")(shape_of(array), array.dtype, bytes, array.offset - low, strides_of(array));
  return view.attr("copy")();
}

/// Into an array of as many elements of the type, one behind the other.
py::object to_host_array(const py::object& object, const py::object& out) {
  if (out.is_none()) return to_host(object);
  const auto& array = py::cast<const PyDeviceArray&>(object);
  if (PyArray_Check(out.ptr()) == 0) throw py::type_error("to_host(out=) takes a NumPy array");
  auto* const to = reinterpret_cast<PyArrayObject*>(out.ptr());
  if (PyArray_ISCARRAY(to) == 0 || !array.dtype.equal(out.attr("dtype")) || !shape_of(array).equal(out.attr("shape")))
    throw py::value_error("to_host(out=) takes a writeable array in C order, of the shape and type of the array on the device");
  if (!array.is_packed()) {
    out.attr("__setitem__")(py::ellipsis(), to_host(object));
    return out;
  }
  PyObject* const given = object.ptr();
  if (!wait_for_started({&given, 1})) throw py::error_already_set();
  read(array, out, array.offset, array.bytes());
  return out;
}

/// The type of elements on a device; TypeError for others. `what` does what with the arrays.
ScalarType element_type(PyArray_Descr* described, const std::string& what) {
  ScalarType type = ScalarType::Float64;
  if (!scalar_type_of(described->type_num, type))
    throw py::type_error(what + " bool, integers, float16, float32, float64, complex64 and complex128, not of " +
                         std::string(py::str(py::handle(reinterpret_cast<PyObject*>(described)))));
  if (PyArray_ISNBO(described->byteorder) == 0)
    throw py::type_error(
        what + " numbers in the byte order of this machine; use a.astype(a.dtype.newbyteorder('='))");
  return type;
}

PyDeviceArray to_device(const py::object& given, const std::string& device) {
  if (std::string(Py_TYPE(given.ptr())->tp_name).ends_with("MaskedArray"))
    throw py::type_error(
        "to_device() would lose the mask of a masked array; give it m.filled(value), or m.data and m.mask");
  bring_for_reading(given.ptr());
  const py::object array = py::module_::import("numpy").attr("ascontiguousarray")(given);
  auto* source = reinterpret_cast<PyArrayObject*>(array.ptr());
  PyDeviceArray result;
  result.type = element_type(PyArray_DESCR(source), "to_device() takes arrays of");
  if (PyArray_NDIM(source) > kMaxRank)
    throw py::type_error("to_device() takes arrays of at most 8 dimensions");
  result.dtype = array.attr("dtype");
  const py::object plain =
      py::module_::import("numpy").attr("asarray")(given);  // ascontiguousarray makes 0-d 1-d
  for (const py::handle& extent : py::cast<py::tuple>(plain.attr("shape"))) {
    result.shape.push_back(py::cast<int64_t>(extent));
  }
  result.strides = runtime::packed_strides(result.shape, size_of(result.type));
  const void* data = PyArray_DATA(source);
  const Unlocked unlocked;
  result.memory = make_held("to_device(): ", device, result.bytes());
  result.memory->write(data);
  return result;
}

PyDeviceArray empty_on(const std::string& device, std::vector<int64_t> shape, const py::object& dtype) {
  PyDeviceArray result;
  result.type = element_type(reinterpret_cast<PyArray_Descr*>(dtype.ptr()), "arrays on devices are of");
  if (shape.size() > kMaxRank) throw py::type_error("arrays on devices have at most 8 dimensions");
  int64_t bytes = size_of(result.type);
  for (const int64_t extent : shape) {
    if (extent < 0) throw py::value_error("negative dimensions are not allowed");
    if (!__builtin_mul_overflow(bytes, extent, &bytes)) continue;
    PyErr_SetString(PyExc_MemoryError, "the array has more bytes than any device");
    throw py::error_already_set();
  }
  result.dtype = dtype;
  result.shape = std::move(shape);
  result.strides = runtime::packed_strides(result.shape, size_of(result.type));
  const Unlocked unlocked;
  result.memory = make_held("", device, bytes);
  return result;
}

/// A part of an array, which shares its memory.
/// `dtype`: of its elements, where they are others than those of the whole; None: the same.
PyDeviceArray part_of(const PyDeviceArray& whole, int64_t offset, std::vector<int64_t> shape,
                      std::vector<int64_t> strides, const py::object& dtype, bool writeable) {
  if (shape.size() != strides.size() || shape.size() > kMaxRank)
    throw py::value_error("a part has at most 8 dimensions, and a stride for each");
  PyDeviceArray part{whole.memory,     whole.type,         whole.dtype,
                     std::move(shape), std::move(strides), whole.offset + offset,
                     whole.writeable && writeable};
  if (!dtype.is_none()) {
    part.type = element_type(reinterpret_cast<PyArray_Descr*>(dtype.ptr()), "arrays on devices are of");
    part.dtype = dtype;
  }
  const auto [low, high] = reach_of(part);
  if (part.size() > 0 && (low < 0 || high > std::max<int64_t>(whole.memory->bytes(), 1)))
    throw py::value_error("the part leaves the array");
  return part;
}

/// Null: it is not in memory of one device of CUDA, which other libraries know.
driver::ResidentArray* on_cuda(const PyDeviceArray& array) {
  driver::ResidentArray* one = array.memory->on_one();
  return one != nullptr && one->properties().dlpack == abi::DlDevice::Cuda ? one : nullptr;
}

/// Kind and number of the device, for DLPack.
abi::DlPlace place_of(const PyDeviceArray& array) {
  const driver::ResidentArray* one = array.memory->on_one();
  if (one == nullptr) {
    PyErr_SetString(PyExc_BufferError, "several devices hold the array together: to_host() gives a NumPy array");
    throw py::error_already_set();
  }
  const std::string name = one->device();
  return {one->properties().dlpack, std::stoi(name.substr(name.find(':') + 1))};
}

py::tuple dlpack_device(const PyDeviceArray& array) {
  const abi::DlPlace place = place_of(array);
  return py::make_tuple(static_cast<int32_t>(place.device), place.number);
}

/// `stream`: of the consumer; -1: it orders its work itself.
py::object dlpack(const PyDeviceArray& array, const py::object& stream, const py::object& max_version,
                  const py::object& dl_device, const py::object& copy) {
  const auto refuse_buffer = [](const char* message) {
    PyErr_SetString(PyExc_BufferError, message);
    throw py::error_already_set();
  };
  const driver::ResidentArray* const memory = on_cuda(array);
  if (memory == nullptr) refuse_buffer("the array is not on a CUDA device: to_host() gives a NumPy array");
  if (copy.is(py::bool_(true)) || !(dl_device.is_none() || dl_device.equal(dlpack_device(array))))
    refuse_buffer("the array is shared where it lies; to_host() copies it");
  if (stream.is_none() || !stream.equal(py::int_(-1))) {
    const Unlocked unlocked;
    memory->synchronise();  // so that nobody needs to wait for our queue
  }
  const bool versioned = !max_version.is_none() && py::cast<int>(py::cast<py::tuple>(max_version)[0]) >= 1;
  const runtime::DescribedArray described{array.first(), array.type, array.writeable, array.shape, array.strides};
  return make_dlpack(array.memory, place_of(array), described, versioned);
}

py::dict cuda_interface(const PyDeviceArray& array) {
  const driver::ResidentArray* const memory = on_cuda(array);
  if (memory == nullptr) throw py::attribute_error("the array is not on a CUDA device");
  {
    const Unlocked unlocked;
    memory->synchronise();  // so that nobody needs to wait for our queue
  }
  py::dict result;
  result["shape"] = shape_of(array);
  result["typestr"] = array.dtype.attr("str");
  result["data"] = py::make_tuple(reinterpret_cast<uintptr_t>(array.first()), !array.writeable);
  result["strides"] = array.is_packed() ? py::object(py::none()) : py::object(strides_of(array));
  result["version"] = 3;
  return result;
}

/// One array as add() reads it, which copies what it keeps: launches of small kernels come often.
struct SeenArray {
  std::byte* data;
  ScalarType type;
  bool writeable;
  const std::vector<int64_t>& shape;
  const std::vector<int64_t>& strides;
};

bool add(const ArgumentContext& context, const SeenArray& array, bool stored, CallBuffers& call) {
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
    code |= driver::dimension_code(d, array.shape[dimension], array.strides[dimension], item);
    if (array.shape[dimension] > call.largest) call.largest = array.shape[dimension];
  }
  driver::ByteRange& range = call.ranges[call.array_count];
  range = driver::byte_range(argument.data, argument.extents, argument.stride_bytes, rank, item);
  range.stored = stored;
  ++call.array_count;
  call.codes[call.code_count++] = code | driver::short_rows_code(rank, argument.extents, argument.stride_bytes, item);
  return true;
}

/// What an object of exactly this class holds; null for other objects. A cast would look the type up in the
/// tables of pybind11, and take an object that __new__ alone made for a whole one.
const PyDeviceArray* own_array(PyObject* object) {
  if (Py_TYPE(object) != module_state().device_array_type) return nullptr;
  auto* instance = reinterpret_cast<py::detail::instance*>(object);
  const py::detail::value_and_holder held = instance->get_value_and_holder();
  if (!held.holder_constructed()) throw py::type_error("to_device() did not make it");
  return held.value_ptr<PyDeviceArray>();
}

bool add_own(const ArgumentContext& context, const PyDeviceArray& array, bool stored, CallBuffers& call) {
  call.lies_in(*array.memory);
  return add(context, {array.first(), array.type, array.writeable, array.shape, array.strides}, stored, call);
}

bool is_number(PyObject* object) {
  return object == Py_None || PyFloat_CheckExact(object) || PyLong_Check(object) ||
         PyArray_CheckAnyScalar(object);
}

PyObject* wrap(PyDeviceArray array) {
  try {
    return py::cast(std::move(array)).release().ptr();
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

[[noreturn]] void refuse_pickling() {
  throw py::type_error("an array on a device cannot be pickled; pickle its to_host()");
}

}  // namespace

PyObject* make_device_array(const std::shared_ptr<driver::HeldArray>& memory, ScalarType type,
                            DevicePart part) {
  const auto dtype = py::reinterpret_steal<py::object>(
      reinterpret_cast<PyObject*>(PyArray_DescrFromType(numpy_type_of(type))));
  return wrap({memory, type, dtype, std::move(part.shape), std::move(part.strides), part.offset, part.writeable});
}

PyObject* part_of_device_array(PyObject* base, DevicePart part) {
  if (Py_TYPE(base) != module_state().device_array_type) {
    PyErr_SetString(PyExc_TypeError,
                    "the result is a part of an array of another library; return a copy of it");
    return nullptr;
  }
  const auto& whole = py::cast<const PyDeviceArray&>(py::reinterpret_borrow<py::object>(base));
  return wrap({whole.memory, whole.type, whole.dtype, std::move(part.shape), std::move(part.strides),
               whole.offset + part.offset, whole.writeable && part.writeable});
}

Taken take_device_array(const ArgumentContext& context, PyObject* object, bool stored, CallBuffers& call) {
  const auto taken = [](bool added) { return added ? Taken::Yes : Taken::Refused; };
  try {
    if (const PyDeviceArray* own = own_array(object)) return taken(add_own(context, *own, stored, call));
    if (is_number(object)) return Taken::No;
    auto found = describe_foreign(py::reinterpret_borrow<py::object>(object));
    if (!found) return Taken::No;
    if (found->owner) call.owners.push_back(std::move(found->owner));
    const runtime::DescribedArray& array = found->described;
    if (found->resident.gpu != nullptr) call.residents.push_back(found->resident);
    return taken(add(context, {array.data, array.type, array.writeable, array.shape, array.strides}, stored, call));
  } catch (const runtime::UnusableArray& error) {
    return taken(refuse(context, std::string("cannot be used: ") + error.what()));
  } catch (const py::type_error& error) {
    return taken(refuse(context, std::string("cannot be used: ") + error.what()));
  } catch (...) {
    set_python_error();
    return Taken::Refused;
  }
}

void add_device_arrays(py::module_& module) {
  py::class_<PyDeviceArray> type(module, "DeviceArray", "An array on a device, of to_device() or of a call.");
  type.def_property_readonly("shape", &shape_of)
      .def_property_readonly("strides", &strides_of)
      .def_property_readonly("dtype", [](const PyDeviceArray& array) { return array.dtype; })
      .def_property_readonly("ndim", [](const PyDeviceArray& array) { return array.shape.size(); })
      .def_property_readonly("size", &PyDeviceArray::size)
      .def_property_readonly("nbytes", &PyDeviceArray::bytes)
      .def_property_readonly("device",
                             [](const PyDeviceArray& array) { return array.memory->device(); })
      .def_property_readonly(
          "__cuda_array_interface__",
          [](const PyDeviceArray& array) { return translated([&] { return cuda_interface(array); }); })
      .def(
          "__dlpack__",
          [](const PyDeviceArray& array, const py::object& stream, const py::object& max_version,
             const py::object& dl_device, const py::object& copy) {
            return translated([&] { return dlpack(array, stream, max_version, dl_device, copy); });
          },
          py::kw_only(), py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
          py::arg("dl_device") = py::none(), py::arg("copy") = py::none())
      .def("__dlpack_device__", &dlpack_device)
      .def(
          "to_host",
          [](const py::object& array, const py::object& out) {
            return translated([&] { return to_host_array(array, out); });
          },
          py::arg("out") = py::none(), "A NumPy array with the elements: `out`, or a new one.")
      .def(
          "__array__",
          [](const py::object& array, const py::object& dtype, const py::object& copy) {
            if (copy.is(py::bool_(false)))
              throw py::value_error("an array on a device cannot be seen without a copy");
            const py::object host = translated([&] { return to_host(array); });
            return dtype.is_none() ? host : py::object(host.attr("astype")(dtype));
          },
          py::arg("dtype") = py::none(), py::arg("copy") = py::none())
      .def_static("__new__",  // an object of the class without a value would be used as if it had one
                  [](const py::args&, const py::kwargs&) -> py::object {
                    throw py::type_error("to_device() makes arrays on a device");
                  })
      .def("__reduce_ex__", [](const py::object&, const py::object&) { refuse_pickling(); })
      .def("__reduce__", [](const py::object&) { refuse_pickling(); })
      .def("__len__", [](const PyDeviceArray& array) {
        if (array.shape.empty()) throw py::type_error("len() of an array without dimensions");
        return array.shape[0];
      });
  module_state().device_array_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  module.def(
      "to_device",
      [](const py::object& array, const std::string& device) {
        return translated([&] { return to_device(array, device); });
      },
      py::arg("array"), py::arg("device"), "Copies an array to a device, as unpython.to_device() does.");
  module.def(
      "empty_on",
      [](const std::string& device, const std::vector<int64_t>& shape, const py::object& dtype) {
        return translated([&] { return empty_on(device, shape, dtype); });
      },
      "An array on a device whose elements have any values.");
  module.def("part_of", &part_of, py::arg("array"), py::arg("offset"), py::arg("shape"), py::arg("strides"),
             py::arg("dtype") = py::none(), py::arg("writeable") = true, "A view of elements of an array on a device.");
  module.def("count_started", &count_started, "Says that calls of f.start() go on, or are over.");
  module.def(
      "wait_for_devices",
      [] {
        translated([] {
          const Unlocked unlocked;
          module_state().compiler.gpus().wait();
        });
      },
      "Waits until the devices have done what they were given.");
}

}  // namespace unpython::bindings
