// libcuda, opened at run time: types, the functions that are used, and what their failures mean. No header of
// CUDA is needed, and a driver that lacks a function or a device is a reason, not an error.
#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <string>

#include "runtime/device/device_failure.h"
#include "runtime/device/driver_function.h"

namespace unpython::runtime {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st*;
using CUstream = struct CUstream_st*;
using CUevent = struct CUevent_st*;
using CUmodule = struct CUmod_st*;
using CUfunction = struct CUfunc_st*;
using CUgraph = struct CUgraph_st*;
using CUgraphNode = struct CUgraphNode_st*;
using CUgraphExec = struct CUgraphExec_st*;

namespace cuda {

inline constexpr CUresult kSuccess = 0;
inline constexpr CUresult kOutOfMemory = 2;
inline constexpr CUresult kNotReady = 600;
inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventWithTime = 0;
inline constexpr unsigned kEventWithoutTime = 2;
inline constexpr unsigned kHostAllocPortable = 1;

/// CUdevice_attribute
enum Attribute : int {
  kMaxThreadsPerBlock = 1,
  kMaxBlockX = 2,
  kMaxGridX = 5,
  kSharedPerBlock = 8,
  kConstantMemory = 9,
  kWarpSize = 10,
  kRegistersPerBlock = 12,
  kMultiprocessors = 16,
  kIntegrated = 18,
  kThreadsPerMultiprocessor = 39,
  kCapabilityMajor = 75,
  kCapabilityMinor = 76,
  kSharedPerMultiprocessor = 81,
  kRegistersPerMultiprocessor = 82,
  kSharedPerBlockOptIn = 97,
};

/// CUfunction_attribute
enum FunctionAttribute : int {
  kFunctionMaxThreads = 0,
  kFunctionSharedBytes = 1,
  kFunctionLocalBytes = 3,
  kFunctionRegisters = 4,
  kFunctionMaxDynamicShared = 8,
};

/// CUDA_KERNEL_NODE_PARAMS in its first form, which the versions in cuda_graph_functions.def take.
/// CUDA_MEMCPY2D: rows from one place to another.
struct RowsCopy {
  size_t from_column = 0;
  size_t from_row = 0;
  int from_kind = 0;
  const void* from_host = nullptr;
  CUdeviceptr from_device = 0;
  void* from_array = nullptr;
  size_t from_stride = 0;
  size_t to_column = 0;
  size_t to_row = 0;
  int to_kind = 0;
  void* to_host = nullptr;
  CUdeviceptr to_device = 0;
  void* to_array = nullptr;
  size_t to_stride = 0;
  size_t row_bytes = 0;
  size_t rows = 0;
};
inline constexpr int kOnHost = 1;
inline constexpr int kOnDevice = 2;
struct KernelNode {
  CUfunction function = nullptr;
  std::array<unsigned, 3> groups{};
  std::array<unsigned, 3> threads{};
  unsigned local_bytes = 0;
  void** arguments = nullptr;
  void** extra = nullptr;
};

/// CUpointer_attribute
inline constexpr int kPointerDeviceOrdinal = 9;

/// CUjit_option
enum JitOption : int { kJitErrorLog = 5, kJitErrorLogBytes = 6 };

}  // namespace cuda

/// The function table. Immutable; the library stays open until the process ends.
class CudaApi {
 public:
  /// Opens `path` (empty: the system's driver) and calls cuInit. Null when there is no usable driver, with
  /// the reason.
  [[nodiscard]] static std::shared_ptr<const CudaApi> open(const std::string& path, std::string& reason);

  /// Throws DeviceFailure when `result` is a failure of `function`, named for `device`.
  template <class Signature>
  void check(CUresult result, const DriverFunction<Signature>& function, const std::string& device) const {
    if (result != cuda::kSuccess) fail(result, function.name, device);
  }
  /// "CUDA_ERROR_OUT_OF_MEMORY"
  [[nodiscard]] std::string name_of(CUresult error) const;
  [[noreturn]] void fail(CUresult error, const char* function, const std::string& device,
                         const std::string& detail = {}) const;
  /// True when nothing more can be done with the context after this error.
  [[nodiscard]] static bool is_fatal(CUresult error);
  /// 13000 for CUDA 13.0: the newest interface that the driver knows.
  [[nodiscard]] int version() const { return version_; }

#define X(name, version, parameters) DriverFunction<CUresult parameters> name{#name, nullptr};
#include "runtime/cuda/cuda_functions.def"

  /// The driver has all functions for graphs (CUDA 11.4).
  [[nodiscard]] bool has_graphs() const { return has_graphs_; }
#define X(name, version, parameters) DriverFunction<CUresult parameters> name{#name, nullptr};
#include "runtime/cuda/cuda_graph_functions.def"

 private:
  CudaApi() = default;
  int version_ = 0;
  bool has_graphs_ = true;
};

}  // namespace unpython::runtime
