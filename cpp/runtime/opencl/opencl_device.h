// One device of any OpenCL platform, by way of OpenCL 1.2. Its context is made at first use.
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/device/device_kind.h"
#include "runtime/opencl/opencl_api.h"
#include "unpython/export.h"

namespace unpython::runtime {

[[nodiscard]] DeviceKind opencl_kind(const DeviceSettings& settings);

class UNPYTHON_API OpenClDevice : public Device {
 public:
  /// `number`: what the device is called by, "opencl:<number>". Makes no context. Throws DeviceFailure.
  OpenClDevice(std::shared_ptr<const OpenClApi> api, OpenClDeviceId id, int number);
  ~OpenClDevice() override;
  /// Why it cannot be used; empty when it can.
  [[nodiscard]] const std::string& problem() const { return problem_; }

  [[nodiscard]] const abi::DeviceProperties& properties() const override { return properties_; }
  [[nodiscard]] MemoryHandle allocate(int64_t bytes) override;
  void release(MemoryHandle memory) noexcept override;
  [[nodiscard]] MemoryInfo memory_info() override;
  [[nodiscard]] PinnedHandle allocate_pinned(int64_t bytes) override;
  void release(PinnedHandle memory) noexcept override;
  [[nodiscard]] QueueHandle create_queue() override;
  void release(QueueHandle queue) noexcept override;
  [[nodiscard]] EventHandle record(QueueHandle queue) override;
  void release(EventHandle event) noexcept override;
  void wait_on_device(QueueHandle queue, EventHandle event) override;
  void wait(EventHandle event) override;
  void wait(QueueHandle queue) override;
  [[nodiscard]] bool is_done(EventHandle event) override;
  void copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) override;
  void copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) override;
  [[nodiscard]] EventHandle record_copy_in(QueueHandle queue, Place to, const void* from,
                                           int64_t bytes) override;
  [[nodiscard]] EventHandle record_copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) override;
  void copy_on_device(QueueHandle queue, Place to, Place from, int64_t bytes) override;
  void fill(QueueHandle queue, Place at, uint8_t byte, int64_t bytes) override;
  [[nodiscard]] std::string_view common_words(bool wide) const override;
  [[nodiscard]] std::string compile(const DeviceSource& source) override;
  [[nodiscard]] std::string compiler_identity() override;
  [[nodiscard]] std::shared_ptr<const DeviceCode> load(std::string_view binary,
                                                       const std::vector<std::string>& entries) override;
  void launch(QueueHandle queue, const DeviceCode& code, size_t entry, const LaunchGeometry& geometry,
              std::span<const KernelArgument> arguments) override;

 private:
  class Context;
  class Code;
  class KernelTurns;
  void read_properties();
  void write(QueueHandle queue, Place to, const void* from, int64_t bytes, cl_event* done);
  void read(QueueHandle queue, void* to, Place from, int64_t bytes, cl_event* done);
  /// Starts what the queue was given up to `event`, which is given back, or released if that fails.
  [[nodiscard]] EventHandle flushed(QueueHandle queue, cl_event event);

  std::shared_ptr<const OpenClApi> api_;
  OpenClDeviceId id_;
  std::shared_ptr<Context> context_;  ///< loaded code keeps it
  abi::DeviceProperties properties_;
  std::string build_options_;
  std::string problem_;
  std::atomic<int64_t> allocated_bytes_{0};
};

}  // namespace unpython::runtime
