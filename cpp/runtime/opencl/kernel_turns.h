// Launches of one kernel, one after the other. PoCL 3 keeps a kernel's machine code for each size of the grid, but
// counts who uses it by the kernel and the size of its groups: where two grids of different sizes run at once, it
// takes the wrong count down, and stops the process when that one is below zero.
#pragma once
#include <memory>
#include <mutex>
#include <string>

#include "runtime/opencl/opencl_context.h"

namespace unpython::runtime {

/// A launch waits for the one before it of the same kernel, where that one is on another queue.
class OpenClDevice::KernelTurns {
 public:
  /// Those of all kernels of this name in this process, whatever their devices: PoCL takes kernels of equal texts
  /// for one.
  [[nodiscard]] static std::shared_ptr<KernelTurns> of(const std::string& entry);
  ~KernelTurns() { forget(); }
  KernelTurns(const KernelTurns&) = delete;
  KernelTurns& operator=(const KernelTurns&) = delete;

  /// Calls enqueue(&event) when it is this queue's turn.
  template <class Enqueue>
  void take(const std::shared_ptr<Context>& context, cl_command_queue queue, const Enqueue& enqueue) {
    const std::scoped_lock lock(mutex_);
    // How the other launch ended is the other queue's business.
    if (last_ != nullptr && queue != queue_) static_cast<void>(context->api().clWaitForEvents(cl_uint{1}, &last_));
    forget();
    enqueue(&last_);
    context_ = context;
    queue_ = queue;
  }

 private:
  KernelTurns() = default;
  void forget() noexcept {
    if (last_ != nullptr) context_->release(context_->api().clReleaseEvent, std::exchange(last_, nullptr));
  }

  std::mutex mutex_;
  std::shared_ptr<Context> context_;  ///< of `last_`
  cl_command_queue queue_ = nullptr;
  cl_event last_ = nullptr;
};

}  // namespace unpython::runtime
