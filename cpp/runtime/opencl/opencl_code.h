// An OpenCL program on its device: built from source or from a binary, and its kernels.
#pragma once
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/opencl/kernel_turns.h"
#include "runtime/opencl/opencl_context.h"

namespace unpython::runtime {

class OpenClDevice::Code : public DeviceCode {
 public:
  /// Builds a binary that binary_of() gave.
  Code(std::shared_ptr<Context> context, std::string_view binary, const std::vector<std::string>& entries,
       const std::string& options);
  ~Code() override;
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  /// Builds `source` and gives the device's binary of it. Throws DeviceFailure of kind Build with the log.
  [[nodiscard]] static std::string binary_of(Context& context, const DeviceSource& source,
                                             const std::string& options);

  [[nodiscard]] const KernelFacts& facts(size_t entry) const override { return kernels_[entry].facts; }
  /// Sets the arguments and queues the kernel; other threads that launch the same kernel wait meanwhile.
  void launch(cl_command_queue queue, size_t entry, const LaunchGeometry& geometry,
              std::span<const KernelArgument> arguments) const;

 private:
  struct Kernel {
    cl_kernel kernel = nullptr;
    KernelFacts facts;
    mutable std::mutex mutex;  ///< guards the kernel's arguments, which it keeps until it is queued
    std::shared_ptr<KernelTurns> turns;  ///< null where the driver runs a kernel twice at a time
  };
  void add(const std::string& entry);
  void release_all() noexcept;

  std::shared_ptr<Context> context_;
  cl_program program_ = nullptr;
  std::deque<Kernel> kernels_;
};

}  // namespace unpython::runtime
