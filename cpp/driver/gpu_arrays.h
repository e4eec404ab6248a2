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
#include "runtime/gpu.h"

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
  /// `residents`: what is on the device already, and stays there. `memory_limit`: bytes of the device that
  /// the call may use; 0: all that there are.
  GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments, Placement placement,
            std::span<const Resident> residents, runtime::Gpu& gpu, int64_t memory_limit);
  /// Waits for what is queued, unless finish() has seen to it.
  ~GpuArrays();
  GpuArrays(const GpuArrays&) = delete;
  GpuArrays& operator=(const GpuArrays&) = delete;

  /// All work of the call is queued here.
  [[nodiscard]] runtime::QueueHandle queue() const { return queue_; }
  /// Memory for the call's own use.
  [[nodiscard]] runtime::PooledMemory acquire(int64_t bytes) {
    return gpu_.memory().acquire(bytes, memory_limit_);
  }

  [[nodiscard]] int64_t extent(ir::ArrayId array, int dimension) const;
  /// The array on the device, for a kernel. `old_values`: the kernel may read, or leave, elements of before.
  [[nodiscard]] DeviceArray on_device(ir::ArrayId array, bool old_values, bool stored);
  /// One element, read by the host.
  [[nodiscard]] ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices);
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value);
  void allocate(ir::ArrayId array, std::vector<int64_t> extents);
  void release(ir::ArrayId array);
  /// Waits for the device, then gives the stored arguments their values. Does not wait where all of them stay
  /// on the device and are our own.
  void finish();
  /// finish() has begun to write: the call cannot be run elsewhere any more.
  [[nodiscard]] bool host_is_written() const { return host_is_written_; }
  [[nodiscard]] const TransferCount& count() const { return count_; }

 private:
  struct Buffer {
    runtime::PooledMemory memory;
    bool on_device = false;  ///< holds the newest values
    bool stored = false;     ///< values that the host lacks
  };
  struct Scratch {
    runtime::PooledMemory memory;
    std::vector<int64_t> extents;
    PlacedArray placed;
  };
  [[nodiscard]] bool is_argument(ir::ArrayId array) const;
  [[nodiscard]] size_t argument_of(ir::ArrayId array) const;
  [[nodiscard]] runtime::Place place_of(ir::ArrayId array, std::span<const int64_t> indices);
  void mark_stored(size_t argument);
  void copy_in(size_t buffer);
  [[nodiscard]] const Resident* resident_of(size_t buffer) const;
  [[nodiscard]] std::byte* host_of(size_t buffer) const;
  [[nodiscard]] runtime::StridedCopy box_of_argument(size_t argument) const;

  const ir::Function& function_;
  std::span<const abi::ArrayArgument> arguments_;
  Placement placement_;
  runtime::Gpu& gpu_;
  const int64_t memory_limit_;
  const runtime::QueueHandle queue_;
  std::span<const Resident> residents_;
  std::vector<int> argument_index_;  ///< by ArrayId; -1: none
  std::vector<ir::ArrayId> ids_;     ///< by argument
  std::vector<bool> stored_;         ///< by argument
  std::vector<Buffer> buffers_;
  std::vector<Scratch> scratch_;  ///< by ArrayId
  TransferCount count_;
  bool host_is_written_ = false;
  bool finished_ = false;
};

}  // namespace unpython::driver
