// One GPU by way of the CUDA driver. Its primary context, which other libraries share, is retained at first
// use.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/cuda/cuda_api.h"
#include "runtime/cuda/cuda_compiler.h"
#include "runtime/device/device_kind.h"
#include "runtime/device/foreign_streams.h"
#include "unpython/export.h"

namespace unpython::runtime {

[[nodiscard]] DeviceKind cuda_kind(const DeviceSettings& settings);
[[nodiscard]] UNPYTHON_API NvrtcSearch nvrtc_search(const DeviceSettings& settings);

class UNPYTHON_API CudaDevice : public Device, public ForeignStreams {
 public:
  /// `ordinal` as the driver counts. Makes no context. Throws DeviceFailure.
  CudaDevice(std::shared_ptr<const CudaApi> api, int ordinal);
  ~CudaDevice() override;

  /// 90 for compute capability 9.0.
  [[nodiscard]] int capability() const { return capability_; }
  /// What compile() uses. Called once, before the device is handed to anyone.
  void set_compiler(std::unique_ptr<CudaCompiler> compiler) { compiler_ = std::move(compiler); }

  [[nodiscard]] int ordinal_of(uint64_t address) override;
  void wait_for_stream(QueueHandle queue, uint64_t stream) override;
  void let_stream_wait(QueueHandle queue, uint64_t stream) override;
  [[nodiscard]] ForeignStreams* foreign_streams() override { return this; }

  [[nodiscard]] const abi::DeviceProperties& properties() const override { return properties_; }
  [[nodiscard]] MemoryHandle allocate(int64_t bytes) override;
  void release(MemoryHandle memory) noexcept override;
  [[nodiscard]] MemoryInfo memory_info() override;
  [[nodiscard]] PinnedHandle allocate_pinned(int64_t bytes) override;
  void release(PinnedHandle memory) noexcept override;
  [[nodiscard]] MemoryHandle on_device(std::byte* at) const override;
  [[nodiscard]] QueueHandle create_queue() override;
  void release(QueueHandle queue) noexcept override;
  [[nodiscard]] EventHandle record(QueueHandle queue) override;
  void release(EventHandle event) noexcept override;
  void wait_on_device(QueueHandle queue, EventHandle event) override;
  void wait(EventHandle event) override;
  void wait(QueueHandle queue) override;
  [[nodiscard]] bool is_done(EventHandle event) override;
  [[nodiscard]] TimedPoint record_time(QueueHandle queue) override;
  [[nodiscard]] double seconds_between(const TimedPoint& from, const TimedPoint& to) override;
  void copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) override;
  void copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) override;
  [[nodiscard]] EventHandle record_rows_in(QueueHandle queue, Place to, int64_t stride_bytes, const void* from, int64_t row_bytes,
                                           int64_t rows) override;
  [[nodiscard]] EventHandle record_rows_out(QueueHandle queue, void* to, Place from, int64_t stride_bytes, int64_t row_bytes,
                                            int64_t rows) override;
  void copy_on_device(QueueHandle queue, Place to, Place from, int64_t bytes) override;
  [[nodiscard]] bool reaches(const Device& other) const override;
  void copy_to(Device& other, QueueHandle queue, Place to, Place from, int64_t bytes) override;
  void fill(QueueHandle queue, Place at, uint8_t byte, int64_t bytes) override;
  [[nodiscard]] bool can_compile(std::string& reason) override { return compiler_->api(reason) != nullptr; }
  [[nodiscard]] std::string_view common_words(bool wide) const override;
  [[nodiscard]] bool compiles_quickly() override { return compiler_->compiles_quickly(); }
  [[nodiscard]] std::string compile(const DeviceSource& source) override;
  [[nodiscard]] std::string compiler_identity() override;
  [[nodiscard]] std::shared_ptr<const DeviceCode> load(std::string_view binary,
                                                       const std::vector<std::string>& entries) override;
  void launch(QueueHandle queue, const DeviceCode& code, size_t entry, const LaunchGeometry& geometry,
              std::span<const KernelArgument> arguments) override;
  [[nodiscard]] std::unique_ptr<LaunchGraph> make_graph(std::span<const GraphLaunch> launches) override;

 private:
  class Context;
  class Code;
  class KernelCall;
  class Graph;
  void read_properties(CUdevice device);
  [[nodiscard]] int attribute(CUdevice device, int which) const;

  std::shared_ptr<const CudaApi> api_;
  std::shared_ptr<Context> context_;  ///< loaded code keeps it
  std::unique_ptr<CudaCompiler> compiler_;
  abi::DeviceProperties properties_;
  int capability_ = 0;
};

}  // namespace unpython::runtime
