// The structures of DLPack, the exchange of arrays between libraries: version 1.0, and the plain ones before it.
#pragma once
#include <cstdint>

namespace unpython::abi {

/// DLDeviceType of the standard, as far as it is used.
enum class DlDevice : int32_t { Cpu = 1, Cuda = 2, CudaHost = 3, OpenCl = 4, CudaManaged = 13 };

/// Where an array lies: kind and number of the device.
struct DlPlace {
  DlDevice device = DlDevice::Cpu;
  int32_t number = 0;
};
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
inline constexpr uint64_t kDlReadOnly = 1;  ///< in the flags
struct DlManagedVersioned {
  uint32_t major;
  uint32_t minor;
  void* context;
  void (*deleter)(DlManagedVersioned*);
  uint64_t flags;
  DlTensor tensor;
};

}  // namespace unpython::abi
