// The GPUs of this machine: found at first question, opened through CUDA and OpenCL.
#pragma once
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/device_kind.h"
#include "runtime/gpu.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// One device, or ("cuda", "opencl") one way to devices that leads to none.
struct GpuStatus {
  std::string name;
  bool available = false;
  std::string description;
  std::string reason;        ///< why it cannot be used
  Device* device = nullptr;  ///< null unless available
  Gpu* gpu = nullptr;        ///< the device with its memory
  bool may_come = false;     ///< not available because a call of the driver failed: the next look may find it
};

/// Why a device that runs functions is not what "gpu" asks for, and how it is taken all the same.
[[nodiscard]] UNPYTHON_API std::string why_no_gpu(const GpuStatus& usable);

/// Thread-safe. Devices live as long as this. Nothing here throws for a missing library or device.
class UNPYTHON_API Gpus {
 public:
  explicit Gpus(const DeviceSettings& settings);
  explicit Gpus(std::vector<DeviceKind> kinds);
  ~Gpus();
  Gpus(const Gpus&) = delete;
  Gpus& operator=(const Gpus&) = delete;

  /// "cuda", "opencl": in the order in which "gpu" looks at them.
  [[nodiscard]] std::vector<std::string> kinds() const;
  /// Of these.
  [[nodiscard]] const DeviceKind& kind(std::string_view name) const;
  [[nodiscard]] bool has(std::string_view kind) const;
  /// All devices of a kind that there is, or one row that says why there is none; looking takes up to 0.1 s. Their
  /// compiler may turn out to be broken when it is first used.
  [[nodiscard]] const std::vector<GpuStatus>& all(std::string_view kind);
  /// The rows of all kinds, after the compilers were tried: what people are shown.
  [[nodiscard]] std::vector<GpuStatus> checked();
  /// "cuda:0", "opencl:1"; "cuda" and "opencl" mean their first usable one, "gpu" the first of all kinds that is not a
  /// CPU. Of several devices (find_all()), the first. A device that is not usable, or not there, is
  /// a row with the reason.
  [[nodiscard]] GpuStatus find(std::string_view name);
  /// "cuda:*": all usable devices of the kind; "opencl:0,opencl:1": these; else the one of find(). Where one of those
  /// that are named cannot be used, or there is none of the kind, the first row has the reason.
  [[nodiscard]] std::vector<GpuStatus> find_all(std::string_view name);
  /// Waits until the devices that were opened have done what they were given. Throws DeviceFailure.
  void wait();

 private:
  struct Found {
    std::vector<GpuStatus> rows;
    std::vector<std::unique_ptr<Gpu>> gpus;
    bool may_come = false;  ///< a call of the driver failed where another may not
    std::chrono::steady_clock::time_point next_look{};
    /// A row for a device, which cannot be used if there is a `problem`.
    void add(std::unique_ptr<Device> device, const std::string& problem);
  };
  struct Kind {
    DeviceKind kind;
    std::vector<std::unique_ptr<const Found>> found{};  ///< the last one holds, those before stay for whoever saw them
  };
  [[nodiscard]] static Found look(const DeviceKind& kind);
  [[nodiscard]] GpuStatus find_any();

  std::mutex mutex_;  ///< guards what was found
  std::vector<Kind> kinds_;
};

}  // namespace unpython::runtime
