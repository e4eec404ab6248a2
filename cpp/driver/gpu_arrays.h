// The arrays of one call on a device: what lies where, and which side has the newest values.
//
// Host memory is not written before finish(): a call that fails on the device leaves no trace and can be run
// elsewhere from the start.
#pragma once
#include <span>
#include <vector>

#include "driver/gpu_function.h"
#include "driver/placement.h"
#include "ir/function.h"
#include "runtime/device.h"

namespace unpython::driver {

/// An array as a kernel gets it.
struct DeviceArray {
  runtime::MemoryHandle memory;
  PlacedArray placed;
};

struct TransferCount {
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
};

class GpuArrays {
 public:
  GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments, Placement placement,
            runtime::Device& device, runtime::QueueHandle queue);

  [[nodiscard]] int64_t extent(ir::ArrayId array, int dimension) const;
  /// The array on the device, for a kernel. `old_values`: the kernel may read, or leave, elements of before.
  [[nodiscard]] DeviceArray on_device(ir::ArrayId array, bool old_values, bool stored);
  /// One element, read by the host.
  [[nodiscard]] ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices);
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value);
  void allocate(ir::ArrayId array, std::vector<int64_t> extents);
  void release(ir::ArrayId array);
  /// Waits for the device, then gives the stored arguments their values.
  void finish();
  /// finish() has begun to write: the call cannot be run elsewhere any more.
  [[nodiscard]] bool host_is_written() const { return host_is_written_; }
  [[nodiscard]] const TransferCount& count() const { return count_; }

 private:
  struct Buffer {
    runtime::Memory memory;
    bool on_device = false;  ///< holds the newest values
    bool stored = false;     ///< values that the host lacks
    std::vector<char> staging;
  };
  struct Scratch {
    runtime::Memory memory;
    std::vector<int64_t> extents;
    PlacedArray placed;
  };
  [[nodiscard]] bool is_argument(ir::ArrayId array) const;
  [[nodiscard]] size_t argument_of(ir::ArrayId array) const;
  [[nodiscard]] runtime::Place place_of(ir::ArrayId array, std::span<const int64_t> indices);
  void mark_stored(size_t argument);
  void copy_in(size_t buffer);
  [[nodiscard]] bool is_direct(size_t buffer) const;
  void stage_out(size_t buffer);
  void write_host(size_t buffer);

  const ir::Function& function_;
  std::span<const abi::ArrayArgument> arguments_;
  Placement placement_;
  runtime::Device& device_;
  runtime::QueueHandle queue_;
  std::vector<int> argument_index_;  ///< by ArrayId; -1: none
  std::vector<ir::ArrayId> ids_;     ///< by argument
  std::vector<bool> stored_;         ///< by argument
  std::vector<Buffer> buffers_;
  std::vector<Scratch> scratch_;  ///< by ArrayId
  TransferCount count_;
  bool host_is_written_ = false;
};

}  // namespace unpython::driver
