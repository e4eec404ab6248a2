// DLPack, the exchange of arrays between libraries: its structures (version 1.0, and the plain ones before
// it), arrays of ours as capsules, capsules of others as arrays.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "driver/execute/resident_array.h"
#include "unpython/types.h"

namespace unpython::bindings {

/// DLDeviceType of the standard, as far as it is used.
enum class DlDevice : int32_t { Cpu = 1, Cuda = 2, CudaHost = 3, OpenCl = 4, CudaManaged = 13 };

/// What a capsule describes; valid while the capsule lives.
struct DlArray {
  std::byte* data = nullptr;  ///< of element [0, 0, ...]
  ScalarType type = ScalarType::Float64;
  bool writeable = true;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  ///< bytes
};

/// Where an object's array lies, as its __dlpack_device__() says: kind and number.
struct DlPlace {
  DlDevice device = DlDevice::Cpu;
  int32_t number = 0;
};
/// Throws what the object throws, or TypeError.
[[nodiscard]] DlPlace dlpack_place(const pybind11::object& object);

/// Calls __dlpack__(stream=...) of an object; the result has to live as long as the array is used.
[[nodiscard]] pybind11::object take_dlpack(const pybind11::object& object, uint64_t stream);
/// Throws TypeError for elements that we do not have.
[[nodiscard]] DlArray read_dlpack(const pybind11::object& capsule);

/// A capsule for an array in memory of ours, which it keeps alive; of version 1.0 if `versioned`.
[[nodiscard]] pybind11::object make_dlpack(std::shared_ptr<driver::ResidentArray> memory, DlPlace place,
                                           const DlArray& array, bool versioned);

}  // namespace unpython::bindings
