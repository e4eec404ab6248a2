// CUDA C -> machine code for one architecture. Works without a driver and without a GPU.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "runtime/cuda/nvrtc_api.h"
#include "runtime/device/device.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Thread-safe; compilations run beside each other.
class UNPYTHON_API CudaCompiler {
 public:
  /// Finds NVRTC and makes a compiler for `capability` (90: compute capability 9.0); null when there is none
  /// for this architecture, with the reason. `device`: whom failures name.
  [[nodiscard]] static std::unique_ptr<CudaCompiler> open(const NvrtcSearch& search, int driver_version,
                                                          int capability, const std::string& device,
                                                          std::string& reason);
  /// The same, but NVRTC is opened when the first source is compiled, if there is a file of it: a process
  /// whose kernels are all on disk does without its 100 MB.
  [[nodiscard]] static std::unique_ptr<CudaCompiler> find(const NvrtcSearch& search, int driver_version,
                                                          int capability, const std::string& device,
                                                          std::string& reason);

  /// A cubin for the architecture, or PTX if NVRTC knows only older ones. Throws DeviceFailure of kind Build.
  [[nodiscard]] std::string compile(const DeviceSource& source) const;
  /// Whether it knows Effort::Quick.
  [[nodiscard]] bool compiles_quickly() const;
  /// All that the output depends on beside the source and its effort.
  [[nodiscard]] const std::string& identity() const { return identity_; }
  /// NVRTC, opened if need be; null when that fails, with the reason.
  [[nodiscard]] const NvrtcApi* api(std::string& reason) const;

 private:
  struct Opened {
    std::shared_ptr<const NvrtcApi> api;
    std::string reason;        ///< why there is no api
    std::string architecture;  ///< "sm_90", or "compute_80" for PTX
    bool exact = false;        ///< machine code, not PTX
  };
  CudaCompiler(NvrtcSearch search, int driver_version, int capability, std::string device)
      : search_(std::move(search)),
        driver_version_(driver_version),
        capability_(capability),
        device_(std::move(device)) {}
  [[nodiscard]] const Opened& opened() const;
  [[nodiscard]] Opened open_now() const;

  const NvrtcSearch search_;
  const int driver_version_;
  const int capability_;
  const std::string device_;
  std::string identity_;
  mutable std::once_flag once_;  ///< guards the making of opened_
  mutable Opened opened_;
};

}  // namespace unpython::runtime
