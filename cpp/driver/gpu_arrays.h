// The arrays of one call on a device: what lies where, and which side has the newest values.
//
// A buffer is one array, or several that share memory. Either all of it is held on the device, of which boxes
// have arrived and boxes were changed there, or it is on the host, and the tiles of a launch take their
// regions from there (gpu_tiles.h). Unless tiles are copied back early, host memory is not written before
// finish(): a call that fails on the device before leaves no trace and can be run elsewhere from the start.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "driver/array_region.h"
#include "driver/gpu_function.h"
#include "driver/launch.h"
#include "driver/placement.h"
#include "ir/function.h"
#include "kernel/boxes.h"
#include "runtime/gpu.h"

namespace unpython::driver {

/// An array as a kernel gets it.
struct DeviceArray {
  runtime::MemoryHandle memory;
  PlacedArray placed;
};

class GpuArrays {
 public:
  /// `residents`: what is on the device already, and stays there. `memory_limit`: bytes of the device that
  /// the call may use; 0: all that there are.
  GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments, Placement placement,
            std::span<const Resident> residents, runtime::Gpu& gpu, int64_t memory_limit);
  /// What arrays behind those of the function stand for, from now on; must live as long as this.
  void name_groups(std::span<const ir::ArrayId> originals) { originals_ = originals; }
  /// Waits for what is queued, unless finish() has seen to it.
  ~GpuArrays();
  GpuArrays(const GpuArrays&) = delete;
  GpuArrays& operator=(const GpuArrays&) = delete;

  [[nodiscard]] runtime::Gpu& gpu() const { return gpu_; }
  /// All kernels of the call are queued here.
  [[nodiscard]] runtime::QueueHandle queue() const { return queue_; }
  /// Memory for the call's own use, as whole words of atomic updates.
  [[nodiscard]] runtime::PooledMemory acquire(int64_t bytes);
  /// What acquire() can give in all.
  [[nodiscard]] int64_t room() { return gpu_.memory().available(&budget_); }
  /// What acquire() takes for `bytes`.
  [[nodiscard]] static int64_t whole_words(int64_t bytes);

  [[nodiscard]] const CallArray& operator[](ir::ArrayId array) const { return arrays_[index_of(array)]; }
  [[nodiscard]] int64_t extent(ir::ArrayId array, int dimension) const;
  /// One element, read by the host.
  [[nodiscard]] ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices);
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value);
  void allocate(ir::ArrayId array, std::vector<int64_t> extents);
  void release(ir::ArrayId array);

  // Buffers that are held as a whole.
  [[nodiscard]] size_t buffers() const { return buffers_.size(); }
  [[nodiscard]] int64_t bytes_of(size_t buffer) const { return buffers_[buffer].bytes; }
  /// All of it has its place on the device.
  [[nodiscard]] bool is_held(size_t buffer) const {
    return buffers_[buffer].memory || resident_of(buffer) != nullptr;
  }
  /// It may leave the device: it is the call's own, and no result that stays there.
  [[nodiscard]] bool may_leave(size_t buffer) const {
    return resident_of(buffer) == nullptr && !(keeps_results() && buffers_[buffer].returned);
  }
  /// What kernels store to it is brought to the host at the end of the call.
  [[nodiscard]] bool goes_to_host(size_t buffer) const {
    return may_leave(buffer) && (!buffers_[buffer].local || buffers_[buffer].returned);
  }
  void hold(size_t buffer);
  /// The array in its held buffer.
  [[nodiscard]] DeviceArray held(ir::ArrayId array) const;
  /// How much is brought of an array that is partly needed.
  enum class Reach : uint8_t {
    Exact,  ///< the box: nothing else of it will be needed
    Slab,   ///< what lies between, so that more may be added later
  };
  /// Bytes that fetch() would ask for.
  [[nodiscard]] int64_t missing_bytes(ir::ArrayId array, const kernel::ArrayUse& use, Reach reach) const;
  /// Adds what a kernel of this use needs and the held buffer lacks, by `queue`; it counts as there from now
  /// on. May have to bring back what has changed before.
  void fetch(ir::ArrayId array, const kernel::ArrayUse& use, Reach reach, runtime::QueueHandle queue,
             runtime::TransferList& list);
  /// A kernel that stores to elements of `box` was queued.
  void mark_changed(ir::ArrayId array, const kernel::Box& box);
  [[nodiscard]] bool is_changed(ir::ArrayId array) const { return changed_[index_of(array)].has_value(); }
  /// Brings what has changed to the host and gives the memory of the device back. Waits for the device.
  void evict(size_t buffer);

  // Buffers that are on the host, for tiles.
  /// What host offsets of copies count from. A local array gets memory of the host here.
  [[nodiscard]] std::byte* host_of(size_t buffer);
  [[nodiscard]] bool is_packed(size_t buffer) const { return buffers_[buffer].packed; }

  /// Bytes of an array that finish() brought to the host.
  [[nodiscard]] int64_t brought(ir::ArrayId array) const { return brought_[index_of(array)]; }
  void add(const runtime::MovedBytes& moved) {
    count_.in += moved.in;
    count_.out += moved.out;
  }
  [[nodiscard]] const runtime::MovedBytes& count() const { return count_; }
  /// Waits for the device, then gives the stored arguments and `results` (arrays that results own) their
  /// values. Does not wait where all of them stay on the device and are our own.
  void finish(std::span<const ir::ArrayId> results);
  /// The results of a call with arguments on the device stay there.
  [[nodiscard]] bool keeps_results() const { return !residents_.empty(); }
  /// After finish(): what a result owns, on the host or, if results are kept, on the device.
  [[nodiscard]] OwnedMemory take_host(ir::ArrayId array) {
    return std::move(buffers_[at(array).buffer].backing);
  }
  [[nodiscard]] runtime::PooledMemory take_device(ir::ArrayId array);
  /// The call cannot be run elsewhere any more.
  [[nodiscard]] bool host_is_written() const { return host_is_written_; }
  /// The host's memory of a buffer changes from now on.
  void mark_host_written(size_t buffer) { host_is_written_ |= !buffers_[buffer].local; }

 private:
  struct Buffer {
    bool packed = true;
    int64_t bytes = 0;
    std::byte* host = nullptr;
    int resident = -1;                  ///< index into residents_
    std::vector<ir::ArrayId> arrays{};  ///< whose elements lie in it
    bool local = false;                 ///< an array that the function allocates
    bool returned = false;              ///< and a result owns
    OwnedMemory backing{};  ///< of a local array that had to leave the device, or is to be returned
    runtime::PooledMemory memory{};
    std::optional<kernel::Box> arrived{};  ///< the device has its newest values; not packed: all or nothing
  };
  [[nodiscard]] size_t index_of(ir::ArrayId array) const {
    const auto index = static_cast<size_t>(array.value);
    return index < arrays_.size() ? index : static_cast<size_t>(originals_[index - arrays_.size()].value);
  }
  [[nodiscard]] CallArray& at(ir::ArrayId array) { return arrays_[index_of(array)]; }
  [[nodiscard]] const Resident* resident_of(size_t buffer) const;
  [[nodiscard]] bool is_on_device(ir::ArrayId array, const kernel::Box& element) const;
  [[nodiscard]] runtime::Place place_of(ir::ArrayId array, std::span<const int64_t> indices) const;
  [[nodiscard]] std::byte* host_element(ir::ArrayId array, std::span<const int64_t> indices);
  using Pieces = std::vector<std::vector<runtime::StridedCopy>>;
  [[nodiscard]] Pieces missing(ir::ArrayId array, const kernel::ArrayUse& use, Reach reach,
                               std::optional<kernel::Box>& arrived) const;
  void write_back(size_t buffer);
  void bring_back(size_t buffer, runtime::TransferList& list);
  void settle_result(ir::ArrayId array, runtime::TransferList& list);

  const ir::Function& function_;
  runtime::Gpu& gpu_;
  runtime::MemoryBudget budget_;
  const runtime::QueueHandle queue_;
  std::span<const Resident> residents_;
  std::span<const ir::ArrayId> originals_;
  std::vector<CallArray> arrays_;                    ///< by ArrayId
  std::vector<std::optional<kernel::Box>> changed_;  ///< by ArrayId: on the device, and not on the host
  std::vector<Buffer> buffers_;  ///< those of arguments, then one for each array of the function
  size_t argument_buffers_ = 0;
  std::vector<int64_t> brought_;  ///< by ArrayId
  runtime::MovedBytes count_;
  bool host_is_written_ = false;
  bool finished_ = false;
};

}  // namespace unpython::driver
