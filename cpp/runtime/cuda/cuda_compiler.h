// CUDA C -> machine code for one architecture. Works without a driver and without a GPU.
#pragma once
#include <memory>
#include <string>

#include "runtime/cuda/nvrtc_api.h"
#include "runtime/device.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Thread-safe; compilations run beside each other.
class UNPYTHON_API CudaCompiler {
 public:
  /// `capability`: 90 for compute capability 9.0. `device`: whom failures name.
  CudaCompiler(std::shared_ptr<const NvrtcApi> api, int capability, std::string device);
  /// Finds NVRTC and makes a compiler; null when there is none for this architecture, with the reason.
  [[nodiscard]] static std::unique_ptr<CudaCompiler> open(const NvrtcSearch& search, int driver_version,
                                                          int capability, const std::string& device,
                                                          std::string& reason);

  /// A cubin for the architecture, or PTX if NVRTC knows only older ones. Throws DeviceFailure of kind Build.
  [[nodiscard]] std::string compile(const DeviceSource& source) const;
  /// All that the output depends on beside the source.
  [[nodiscard]] std::string identity() const;
  [[nodiscard]] const NvrtcApi& api() const { return *api_; }

 private:
  std::shared_ptr<const NvrtcApi> api_;
  std::string device_;
  std::string architecture_;  ///< "sm_90", or "compute_80" for PTX
  bool exact_;                ///< machine code, not PTX
};

}  // namespace unpython::runtime
