// Retaining, making current, remembering that all is lost.
#include "runtime/cuda/cuda_context.h"

#include <algorithm>

#include "support/log.h"

namespace unpython::runtime {

CudaDevice::Context::~Context() {
  if (context_ == nullptr || !usable()) return;
  for (CUevent event : events_) call_to_release(api_->cuEventDestroy, event);
  const CUresult result = api_->cuDevicePrimaryCtxRelease(device_);
  if (result != cuda::kSuccess)
    log(LogLevel::Info, [&] { return name_ + ": the context cannot be released"; });
}

CUcontext CudaDevice::Context::retained() {
  if (CUcontext context = context_) return context;
  const std::scoped_lock lock(mutex_);
  if (context_ == nullptr) {
    CUcontext context = nullptr;
    check(api_->cuDevicePrimaryCtxRetain(&context, device_), api_->cuDevicePrimaryCtxRetain.name);
    context_ = context;
  }
  return context_;
}

void CudaDevice::Context::check(CUresult result, const char* function, const std::string& detail) {
  if (result == cuda::kSuccess) return;
  if (CudaApi::is_fatal(result)) lost_ = true;
  api_->fail(result, function, name_, detail);
}

/// Failures are no matter: copies between devices go on without the direct way. Another library may have opened it.
void CudaDevice::Context::open_way_to(Context& other) {
  const std::scoped_lock lock(ways_mutex_);
  if (std::find(ways_.begin(), ways_.end(), other.device_) != ways_.end()) return;
  ways_.push_back(other.device_);
  int can = 0;
  const CUresult asked = run(api_->cuDeviceCanAccessPeer, &can, device_, other.device_);
  if (asked == cuda::kSuccess && can != 0) static_cast<void>(run(api_->cuCtxEnablePeerAccess, other.retained(), 0U));
}

CUevent CudaDevice::Context::take_event() {
  {
    const std::scoped_lock lock(mutex_);
    if (!events_.empty()) {
      CUevent event = events_.back();
      events_.pop_back();
      return event;
    }
  }
  CUevent event = nullptr;
  call(api_->cuEventCreate, &event, cuda::kEventWithoutTime);
  return event;
}

void CudaDevice::Context::give_back(CUevent event) noexcept {
  try {
    const std::scoped_lock lock(mutex_);
    events_.push_back(event);
  } catch (const std::bad_alloc&) {
    call_to_release(api_->cuEventDestroy, event);
  }
}

CudaDevice::Context::Current::Current(Context& context) : context_(context) {
  if (!context.process_.is_ours()) {
    throw DeviceFailure(FailureKind::Lost, context.name_, "the driver", "a fork of the process", 0,
                        "start workers with multiprocessing's 'spawn' or 'forkserver'");
  }
  if (context.lost_) {
    throw DeviceFailure(FailureKind::Lost, context.name_, "the driver", "an earlier failure of this device",
                        0, "it can be used again in a new process");
  }
  CUcontext ours = context.retained();
  CUcontext current = nullptr;
  context.check(context.api_->cuCtxGetCurrent(&current), context.api_->cuCtxGetCurrent.name);
  if (current == ours) return;
  context.check(context.api_->cuCtxPushCurrent(ours), context.api_->cuCtxPushCurrent.name);
  replaced_ = current != nullptr;
}

CudaDevice::Context::Current::~Current() {
  CUcontext popped = nullptr;
  if (replaced_) static_cast<void>(context_.api_->cuCtxPopCurrent(&popped));
}

}  // namespace unpython::runtime
