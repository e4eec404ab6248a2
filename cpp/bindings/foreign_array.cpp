// What is read from the two interfaces; memory is looked up by its address.
#include "bindings/foreign_array.h"

#include <optional>
#include <string>
#include <utility>

#include "bindings/array_args.h"
#include "bindings/dlpack.h"
#include "bindings/module_state.h"
#include "bindings/numpy_api.h"
#include "unpython/error.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

constexpr const char* kCudaInterface = "__cuda_array_interface__";

std::vector<int64_t> integers(const py::handle& tuple) {
  std::vector<int64_t> result;
  for (const py::handle& item : py::cast<py::tuple>(tuple)) result.push_back(py::cast<int64_t>(item));
  return result;
}

/// Sets the resident of an array that is described otherwise; none without elements.
void find_memory(DescribedArray& found, std::optional<uint64_t> stream) {
  std::byte* begin = found.data;
  int64_t bytes = size_of(found.type);
  for (size_t d = 0; d < found.shape.size(); ++d) {
    if (found.shape[d] <= 0) return;
    const int64_t span = (found.shape[d] - 1) * found.strides[d];
    bytes += span < 0 ? -span : span;
    if (span < 0) begin += span;
  }
  found.resident = driver::foreign_memory(module_state().compiler.gpus(), begin, bytes, stream);
}

/// Version 2 or 3 of the interface.
DescribedArray describe_cuda(const py::object& object) {
  const py::dict given = py::cast<py::dict>(object.attr(kCudaInterface));
  DescribedArray found;
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
  std::optional<uint64_t> stream;
  if (given.contains("stream") && !given["stream"].is_none()) stream = py::cast<uint64_t>(given["stream"]);
  find_memory(found, stream);
  return found;
}

DescribedArray describe_dlpack(const py::object& object) {
  const DlPlace place = dlpack_place(object);
  if (place.device == DlDevice::Cpu || place.device == DlDevice::CudaHost)
    throw py::type_error("it lies in host memory: give numpy.from_dlpack() of it");
  if (place.device != DlDevice::Cuda && place.device != DlDevice::CudaManaged)
    throw py::type_error("it lies on a device that is not one of CUDA");
  const runtime::GpuStatus status =
      module_state().compiler.gpus().find("cuda:" + std::to_string(place.number));
  if (status.gpu == nullptr) throw DeviceError(status.name + " cannot be used: " + status.reason);
  DescribedArray found;
  found.owner = take_dlpack(object, reinterpret_cast<uintptr_t>(status.gpu->queue().value));
  DlArray array = read_dlpack(found.owner);
  found.data = array.data;
  found.type = array.type;
  found.writeable = array.writeable;
  found.shape = std::move(array.shape);
  found.strides = std::move(array.strides);
  find_memory(found, std::nullopt);
  return found;
}

}  // namespace

std::vector<int64_t> packed_strides(const std::vector<int64_t>& shape, int64_t item) {
  std::vector<int64_t> strides(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = item;
    item *= shape[d];
  }
  return strides;
}

bool is_foreign_array(PyObject* object) {
  return PyObject_HasAttrString(object, kCudaInterface) != 0 ||
         (PyObject_HasAttrString(object, "__dlpack__") != 0 &&
          PyObject_HasAttrString(object, "__dlpack_device__") != 0);
}

DescribedArray describe_foreign(const py::object& object) {
  return py::hasattr(object, kCudaInterface) ? describe_cuda(object) : describe_dlpack(object);
}

}  // namespace unpython::bindings
