// What is used of OpenCL's types and constants, so that none of its headers is needed.
#pragma once
#include <cstddef>
#include <cstdint>

namespace unpython::runtime {

using cl_int = int32_t;
using cl_uint = uint32_t;
using cl_bitfield = uint64_t;
using cl_platform_id = struct _cl_platform_id*;
using cl_device_id = struct _cl_device_id*;
using cl_context = struct _cl_context*;
using cl_command_queue = struct _cl_command_queue*;
using cl_mem = struct _cl_mem*;
using cl_program = struct _cl_program*;
using cl_kernel = struct _cl_kernel*;
using cl_event = struct _cl_event*;
using cl_context_notify = void (*)(const char*, const void*, size_t, void*);
using cl_program_notify = void (*)(cl_program, void*);

namespace opencl {

inline constexpr cl_int kSuccess = 0;
inline constexpr cl_bitfield kAllDevices = 0xFFFFFFFF;
inline constexpr cl_bitfield kCpuDevice = 1U << 1;
inline constexpr cl_bitfield kGpuDevice = 1U << 2;
inline constexpr cl_uint kBlocking = 1;
inline constexpr cl_uint kNotBlocking = 0;
inline constexpr cl_bitfield kReadWrite = 1U << 0;
inline constexpr cl_bitfield kAllocateOnHost = 1U << 4;
inline constexpr cl_bitfield kMapReadWrite = 3;
inline constexpr cl_bitfield kCorrectlyRoundedDivideSqrt = 1U << 7;

enum PlatformInfo : cl_uint { kPlatformVersion = 0x0901, kPlatformName = 0x0902 };
enum DeviceInfo : cl_uint {
  kDeviceType = 0x1000,
  kComputeUnits = 0x1002,
  kWorkItemSizes = 0x1005,
  kWorkGroupSize = 0x1004,
  kSingleConfig = 0x101B,
  kParameterBytes = 0x1017,
  kAlignmentBits = 0x1019,
  kMaxAllocation = 0x1010,
  kGlobalMemory = 0x101F,
  kConstantMemory = 0x1020,
  kLocalMemory = 0x1023,
  kAvailable = 0x1027,
  kCompilerAvailable = 0x1028,
  kDeviceName = 0x102B,
  kDriverVersion = 0x102D,
  kDeviceVersion = 0x102F,
  kExtensions = 0x1030,
  kDoubleConfig = 0x1032,
  kUnifiedMemory = 0x1035,
  kWarpSizeNvidia = 0x4003,
};
enum MemoryInfo : cl_uint { kMemoryBytes = 0x1102 };
enum ProgramInfo : cl_uint { kBinarySizes = 0x1165, kBinaries = 0x1166, kBuildLog = 0x1183 };
enum KernelInfo : cl_uint {
  kKernelWorkGroupSize = 0x11B0,
  kKernelLocalBytes = 0x11B2,
  kKernelPreferredMultiple = 0x11B3,
  kKernelPrivateBytes = 0x11B4,
};
enum EventInfo : cl_uint { kEventStatus = 0x11D3 };

}  // namespace opencl
}  // namespace unpython::runtime
