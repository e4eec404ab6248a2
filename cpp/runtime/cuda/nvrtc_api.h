// NVRTC, the compiler of CUDA C, opened at run time. It needs neither a driver nor a GPU.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "runtime/device/driver_function.h"

namespace unpython::runtime {

using nvrtcResult = int;
using nvrtcProgram = struct _nvrtcProgram*;

/// Where NVRTC may be.
struct NvrtcSearch {
  std::string setting{};                       ///< a path given by the user; then no other is tried
  std::vector<std::string> package_folders{};  ///< where Python packages are installed: holds NVIDIA's wheels
  std::string toolkit{};                       ///< root of a CUDA toolkit; empty: unknown
};

/// The function table. Immutable; the library stays open until the process ends.
class NvrtcApi {
 public:
  /// Looks at the setting, NVIDIA's wheels, the toolkit, then the loader's own places. Where there are
  /// several versions, that of the driver's (`driver_version` 13000: 13; 0: no driver) goes first. Null when
  /// there is none, with the reason.
  [[nodiscard]] static std::shared_ptr<const NvrtcApi> open(const NvrtcSearch& search, int driver_version,
                                                            std::string& reason);
  /// A file that open() would take, unless it turns out to be broken; empty: only the loader knows, or there
  /// is none that the driver understands.
  [[nodiscard]] static std::string find_file(const NvrtcSearch& search, int driver_version);
  /// "13.0"
  [[nodiscard]] std::string version() const { return std::to_string(major_) + '.' + std::to_string(minor_); }
  [[nodiscard]] int major() const { return major_; }
  [[nodiscard]] bool is_at_least(int major, int minor) const {
    return major_ > major || (major_ == major && minor_ >= minor);
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Compute capabilities that it compiles for, ascending: 75, 80, ...
  [[nodiscard]] const std::vector<int>& architectures() const { return architectures_; }

#define X(name, parameters) DriverFunction<nvrtcResult parameters> name{#name, nullptr};
#include "runtime/cuda/nvrtc_functions.def"
  /// A function that the compiler asks from time to time whether to give up: 1. Null where this NVRTC has none.
  DriverFunction<nvrtcResult(nvrtcProgram program, int (*ask)(void* given, void* reserved), void* given)> nvrtcSetFlowCallback{
      "nvrtcSetFlowCallback", nullptr};

 private:
  NvrtcApi() = default;
  static std::shared_ptr<const NvrtcApi> open_file(const std::string& path, std::string& reason);

  int major_ = 0;
  int minor_ = 0;
  std::string path_;
  std::vector<int> architectures_;
};

}  // namespace unpython::runtime
