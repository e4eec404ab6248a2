// The primary context of a GPU: retained at first use, current while a driver function runs, released with
// its last user.
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "runtime/cuda/cuda_api.h"
#include "runtime/cuda/cuda_device.h"
#include "runtime/device/forked.h"
#include "runtime/device/log_failure.h"

namespace unpython::runtime {

class CudaDevice::Context {
 public:
  Context(std::shared_ptr<const CudaApi> api, CUdevice device, std::string name)
      : api_(std::move(api)), device_(device), name_(std::move(name)) {}
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Calls a driver function inside the context and gives its result. Throws DeviceFailure if there is no
  /// context.
  template <class... Parameters>
  [[nodiscard]] CUresult run(const DriverFunction<CUresult(Parameters...)>& function,
                             std::type_identity_t<Parameters>... arguments) {
    const Current current(*this);
    return function(arguments...);
  }
  /// The same; any failure throws.
  template <class... Parameters>
  void call(const DriverFunction<CUresult(Parameters...)>& function,
            std::type_identity_t<Parameters>... arguments) {
    check(run(function, arguments...), function.name);
  }
  /// The same for functions that release: a failure is logged. Nothing happens in a forked child or on a lost
  /// device, where there is nothing left to release.
  template <class... Parameters>
  void call_to_release(const DriverFunction<CUresult(Parameters...)>& function,
                       std::type_identity_t<Parameters>... arguments) noexcept {
    if (!usable()) return;
    try {
      call(function, arguments...);
    } catch (const DeviceFailure& failure) {
      log_failure(failure);
    }
  }
  /// Throws for a failure; remembers when it means the end of the context.
  void check(CUresult result, const char* function, const std::string& detail = {});
  [[nodiscard]] const CudaApi& api() const { return *api_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// For functions that name a context.
  [[nodiscard]] CUcontext handle() { return retained(); }
  /// From now on copies to `other` take the direct way between the two devices, where there is one; else the driver brings
  /// them by way of the host.
  void open_way_to(Context& other);

  /// An event that nobody uses, made or taken from those given back.
  [[nodiscard]] CUevent take_event();
  void give_back(CUevent event) noexcept;

 private:
  /// Makes the context current: for its lifetime if another one is, for good in a thread that has none, as
  /// CUDA's runtime does; the next call then finds it.
  class Current {
   public:
    explicit Current(Context& context);
    ~Current();
    Current(const Current&) = delete;
    Current& operator=(const Current&) = delete;

   private:
    Context& context_;
    bool replaced_ = false;
  };
  [[nodiscard]] bool usable() const { return process_.is_ours() && !lost_; }
  [[nodiscard]] CUcontext retained();

  const std::shared_ptr<const CudaApi> api_;
  const CUdevice device_;
  const std::string name_;
  const ProcessMark process_;
  std::mutex mutex_;  ///< guards the making of context_, and events_
  std::atomic<CUcontext> context_{nullptr};
  std::atomic<bool> lost_{false};
  std::vector<CUevent> events_;
  std::mutex ways_mutex_;  ///< guards what follows
  std::vector<CUdevice> ways_;  ///< devices that open_way_to() has seen
};

}  // namespace unpython::runtime
