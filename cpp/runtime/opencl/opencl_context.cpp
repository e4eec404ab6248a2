// Making and releasing contexts.
#include "runtime/opencl/opencl_context.h"

namespace unpython::runtime {

OpenClDevice::Context::~Context() {
  release(api_->clReleaseCommandQueue, service_queue_);
  release(api_->clReleaseContext, context_);
}

cl_context OpenClDevice::Context::get() {
  check_process();
  const std::scoped_lock lock(mutex_);
  if (context_ == nullptr) {
    context_ = create(api_->clCreateContext, nullptr, cl_uint{1}, &id_.device, nullptr, nullptr);
  }
  return context_;
}

cl_command_queue OpenClDevice::Context::make_queue() {
  cl_context context = get();
  return create(api_->clCreateCommandQueue, context, id_.device, cl_bitfield{0});
}

cl_command_queue OpenClDevice::Context::service_queue() {
  cl_context context = get();
  const std::scoped_lock lock(mutex_);
  if (service_queue_ == nullptr) {
    service_queue_ = create(api_->clCreateCommandQueue, context, id_.device, cl_bitfield{0});
  }
  return service_queue_;
}

void OpenClDevice::Context::check_process() const {
  if (process_.is_ours()) return;
  throw DeviceFailure(FailureKind::Lost, name_, "the driver", "a fork of the process", 0,
                      "start workers with multiprocessing's 'spawn' or 'forkserver'");
}

}  // namespace unpython::runtime
