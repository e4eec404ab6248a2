// The context of one OpenCL device, made at first use and released with its last user, and the calls inside
// it.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "runtime/device/forked.h"
#include "runtime/device/log_failure.h"
#include "runtime/opencl/opencl_api.h"
#include "runtime/opencl/opencl_device.h"

namespace unpython::runtime {

class OpenClDevice::Context {
 public:
  Context(std::shared_ptr<const OpenClApi> api, OpenClDeviceId id, std::string name, bool kernels_take_turns)
      : api_(std::move(api)), id_(id), name_(std::move(name)), kernels_take_turns_(kernels_take_turns) {}
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// The context, made if need be. Throws DeviceFailure, also in a forked child.
  [[nodiscard]] cl_context get();
  /// A queue for what has no queue of its own: mapping of pinned memory.
  [[nodiscard]] cl_command_queue service_queue();
  [[nodiscard]] cl_command_queue make_queue();

  template <class... Parameters>
  void call(const DriverFunction<cl_int(Parameters...)>& function,
            std::type_identity_t<Parameters>... arguments) const {
    check_process();
    OpenClApi::call(name_, function, arguments...);
  }
  template <class Object, class... Parameters, class... Arguments>
  [[nodiscard]] Object* create(const DriverFunction<Object*(Parameters...)>& function,
                               Arguments... arguments) const {
    check_process();
    return OpenClApi::create(name_, function, arguments...);
  }
  /// For functions that release: a failure is logged, and nothing happens in a forked child.
  template <class Object>
  void release(const DriverFunction<cl_int(Object*)>& function, Object* object) const noexcept {
    if (object == nullptr || !process_.is_ours()) return;
    try {
      call(function, object);
    } catch (const DeviceFailure& failure) {
      log_failure(failure);
    }
  }
  [[nodiscard]] const OpenClApi& api() const { return *api_; }
  [[nodiscard]] cl_device_id device() const { return id_.device; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Must not one kernel run twice at a time (KernelTurns)?
  [[nodiscard]] bool kernels_take_turns() const { return kernels_take_turns_; }

 private:
  void check_process() const;

  const std::shared_ptr<const OpenClApi> api_;
  const OpenClDeviceId id_;
  const std::string name_;
  const bool kernels_take_turns_;
  const ProcessMark process_;
  std::mutex mutex_;  ///< guards the making of context_ and service_queue_
  cl_context context_ = nullptr;
  cl_command_queue service_queue_ = nullptr;
};

}  // namespace unpython::runtime
