// The arrays of one call on a device: what lies where, and which side has the newest values. What is copied is decided in
// crossing.h.
//
// A buffer is one array, or several that share memory. Either all of it is held on the device, of which
// elements have arrived and elements were changed there, or it is on the host, and the tiles of a launch take
// their regions from there (gpu_tiles.h). Unless tiles are copied back early, host memory is not written
// before finish(): a call that fails on the device before leaves no trace and can be run elsewhere from the
// start.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "driver/compile/gpu_function.h"
#include "driver/execute/crossing.h"
#include "driver/execute/host_stores.h"
#include "driver/steps/cpu_call.h"
#include "driver/steps/dealt_array.h"
#include "driver/steps/executor.h"
#include "footprint/array_region.h"
#include "footprint/array_uses.h"
#include "footprint/packed_layout.h"
#include "footprint/placement.h"
#include "ir/function.h"
#include "runtime/gpu.h"

namespace unpython::driver {

/// An array as a kernel gets it.
struct DeviceArray {
  MemoryName name;
  runtime::MemoryHandle memory;  ///< what it names
  footprint::PlacedArray placed;
};

class GpuArrays {
 public:
  /// `residents`: what is on the device already, and stays there. `executor`: does what is decided here; null in a
  /// rehearsal, which has no memory and counts what would move.
  GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments,
            footprint::Placement placement, std::span<const runtime::Resident> residents, Executor* executor);
  /// What arrays behind those of the function stand for, from now on; must live as long as this.
  void name_groups(std::span<const ir::ArrayId> originals) { originals_ = originals; }
  /// Arrays that kernels only store and the host reads, which may lie in memory of the host; must live as long as this.
  void put_near_host(std::span<const ir::ArrayId> arrays) { near_host_ = arrays; }
  /// Waits for what is queued, unless finish() has seen to it.
  ~GpuArrays();
  GpuArrays(const GpuArrays&) = delete;
  GpuArrays& operator=(const GpuArrays&) = delete;

  [[nodiscard]] Executor& executor() const { return *executor_; }
  [[nodiscard]] runtime::Gpu& gpu() const { return executor_->gpu(); }

  [[nodiscard]] const footprint::CallArray& operator[](ir::ArrayId array) const {
    return arrays_[index_of(array)];
  }
  [[nodiscard]] int64_t extent(ir::ArrayId array, int dimension) const;
  // Single elements, for the host.
  /// The device alone has the value of an element.
  [[nodiscard]] bool is_on_device(ir::ArrayId array, std::span<const int64_t> indices) const;
  /// One that the host has.
  [[nodiscard]] ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices);
  /// The host's memory of an argument gets it when the call ends, or calls a function: a call that fails before runs elsewhere.
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value);
  void write_stored();
  /// An argument in memory of the host, of which no other argument has a part.
  [[nodiscard]] bool is_alone_on_host(ir::ArrayId array) const {
    return is_argument(array) && !is_resident(array) && sharers(array).size() == 1;
  }
  /// How the host gets an element that is on the device; counts it.
  [[nodiscard]] ReadStep reading(const kernel::HostRead& element);
  void allocate(ir::ArrayId array, std::vector<int64_t> extents);
  void release(ir::ArrayId array);

  // Buffers that are held as a whole.
  [[nodiscard]] size_t buffers() const { return buffers_.size(); }
  [[nodiscard]] int64_t bytes_of(size_t buffer) const { return buffers_[buffer].bytes; }
  /// All of it has its place on the device.
  [[nodiscard]] bool is_held(size_t buffer) const {
    return buffers_[buffer].held || resident_of(buffer) != nullptr;
  }
  /// It may leave the device: it is the call's own, and no result that stays there.
  [[nodiscard]] bool may_leave(size_t buffer) const {
    return resident_of(buffer) == nullptr && !(keeps_results() && buffers_[buffer].returned);
  }
  /// What kernels store to it is brought to the host at the end of the call.
  [[nodiscard]] bool goes_to_host(size_t buffer) const {
    return may_leave(buffer) && !buffers_[buffer].dealt && (!buffers_[buffer].local || buffers_[buffer].returned);
  }
  void hold(size_t buffer);
  /// All of an array has its place on the device, and its values neither come from the host nor go there.
  [[nodiscard]] bool stays(ir::ArrayId array);
  /// The array in its held buffer.
  [[nodiscard]] DeviceArray held(ir::ArrayId array) const;
  /// The buffer of an array has room for all of it, and may have less.
  [[nodiscard]] bool may_fit(ir::ArrayId array) const {
    const size_t index = (*this)[array].buffer;
    const Buffer& buffer = buffers_[index];
    return !is_held(index) && buffer.packed && !buffer.local && !buffer.dealt && buffer.packing == footprint::Packing::Whole;
  }
  /// `part` is all of the array.
  [[nodiscard]] bool is_all(ir::ArrayId array, const footprint::Footprint& part) const;
  /// From now on the buffer of an array that may_fit() has room for elements of `part` alone, where that is much less: no
  /// other will be touched.
  void fit(ir::ArrayId array, const footprint::Footprint& part, const footprint::Footprint& stored,
           const std::function<bool(const footprint::PlacedArray&)>& may_take);
  /// How an array lies in its buffer.
  [[nodiscard]] footprint::Packing packing(ir::ArrayId array) const {
    return buffers_[(*this)[array].buffer].packing;
  }
  [[nodiscard]] bool is_resident(ir::ArrayId array) const {
    return resident_of((*this)[array].buffer) != nullptr;
  }
  /// It belongs to the caller.
  [[nodiscard]] bool is_argument(ir::ArrayId array) const { return !buffers_[(*this)[array].buffer].local; }
  /// Kernels have touched some of the elements, and not all.
  [[nodiscard]] bool touches_part(ir::ArrayId array) const;
  [[nodiscard]] footprint::Unpacked unpacked(ir::ArrayId array) const {
    return buffers_[(*this)[array].buffer].unpacked;
  }
  [[nodiscard]] const std::vector<ir::ArrayId>& sharers(ir::ArrayId array) const {
    return arrays_in((*this)[array].buffer);
  }
  [[nodiscard]] const std::vector<ir::ArrayId>& arrays_in(size_t buffer) const { return buffers_[buffer].arrays; }

  /// Bytes that fetch() would ask for.
  [[nodiscard]] int64_t missing_bytes(ir::ArrayId array, const footprint::ArrayUse& use, Adding adding) const;
  /// Adds what a kernel of this use needs and the held buffer lacks; it counts as there from now on. May have to bring back
  /// what has changed before.
  void fetch(ir::ArrayId array, const footprint::ArrayUse& use, Adding adding, Way way, CopyList& list);
  /// Adds the copy of these pieces of an array, and of those that share its buffer, and counts it.
  void add_copy(runtime::Direction direction, ir::ArrayId array, Way way, MemoryName memory,
                std::vector<runtime::StridedCopy> pieces, bool keeps_gaps, CopyList& list);
  /// A kernel that stores to elements of `part` was queued. `unless_before`: it does nothing if an iteration below this
  /// number raised (kernel::ErrorCell), which is not known yet.
  void mark_changed(ir::ArrayId array, const footprint::Footprint& part,
                    std::optional<int64_t> unless_before = {});
  void mark_all_changed(ir::ArrayId array, std::optional<int64_t> unless_before);
  /// It is known: the first iteration that raised, INT64_MAX if none did.
  void settle(int64_t raised);
  /// Called before memory of the host may get what a kernel stores that perhaps did nothing; has to settle() that.
  void before_host_is_written(std::function<void()> ask) { ask_ = std::move(ask); }
  [[nodiscard]] bool is_changed(ir::ArrayId array) const { return !changed_[index_of(array)].is_empty(); }
  /// Brings what has changed to the host and gives the memory of the device back. Waits for the device.
  void evict(size_t buffer);

  // Code of the host that runs in place of a kernel. What is queued on the device is known to have done something.
  /// An array as such code gets it, with the newest values of what it uses. Waits for the device where that has them.
  [[nodiscard]] abi::ArrayArgument on_host(ir::ArrayId array, const footprint::ArrayUse& use);
  /// Bytes that on_host() brings, and those that mark_stored_by_host() sends.
  [[nodiscard]] int64_t bytes_to_host(ir::ArrayId array, const footprint::ArrayUse& use) const;
  /// It has run.
  void mark_stored_by_host(ir::ArrayId array, const footprint::ArrayUse& use);

  // One of several devices that share a call (driver/several). Elements that another device has stored are newest there
  // or, once that device has given them back, on the host.
  /// Arrays of the function have their memory of the host in `home`, which is that of the first device.
  void share_with(GpuArrays& home) { home_ = &home; }
  /// This call runs on several devices: only what a kernel needs is fetched, as the host may be behind for the rest.
  void mark_shared() { is_shared_ = true; }
  /// Brings elements that changed here to the host. Waits for the device.
  void give_back(ir::ArrayId array, const footprint::Footprint& part);
  /// The copy of elements that changed here to where `to` holds them. They count as there: the caller sends them. None: there is no
  /// way, and nothing was done.
  [[nodiscard]] std::optional<Sending> sending(ir::ArrayId array, const footprint::Footprint& part, GpuArrays& to);
  /// A kernel on another device, or the host, stores `part`.
  void mark_stored_elsewhere(ir::ArrayId array, const footprint::Footprint& part);
  /// A kernel of this device has stored what others may have stored before.
  void mark_stored_here(ir::ArrayId array, const footprint::Footprint& part);
  /// An argument alone in its buffer is one that devices hold together (steps/dealt_array.h), and this device has `part` of it.
  /// What changes stays here.
  void adopt(ir::ArrayId array, DealtPart part);
  /// So do results.
  void keep_dealt_results() { results_are_dealt_ = true; }
  /// What this device has of such an argument or result when the call is over, which `ended` without an exception.
  [[nodiscard]] DealtPart leave(ir::ArrayId array, bool ended);

  // Buffers that are on the host, for tiles.
  /// What host offsets of copies count from. A local array gets memory of the host here.
  [[nodiscard]] std::byte* host_of(size_t buffer);
  [[nodiscard]] bool is_packed(size_t buffer) const { return buffers_[buffer].packed; }

  /// Bytes of an array that finish() brought to the host.
  [[nodiscard]] int64_t brought(ir::ArrayId array) const { return brought_[index_of(array)]; }
  /// What crossed for one array so far, but for single elements.
  [[nodiscard]] const runtime::MovedBytes& moved(ir::ArrayId array) const { return moved_[index_of(array)]; }
  /// What the device has of an array.
  [[nodiscard]] HeldState state_of(ir::ArrayId array) const;
  /// Moves what is in the list.
  void move(CopyList list);
  [[nodiscard]] const runtime::MovedBytes& count() const { return count_; }
  /// finish() has something to move.
  [[nodiscard]] bool has_to_go_home() const;
  /// Waits for the device, then gives the stored arguments and `results` (arrays that results own) their
  /// values. Does not wait where all of them stay on the device and are our own.
  void finish(std::span<const ir::ArrayId> results);
  /// The results of a call with arguments on the device stay there.
  [[nodiscard]] bool keeps_results() const { return !residents_.empty(); }
  /// After finish(): what a result owns, on the host or, if results are kept, on the device.
  [[nodiscard]] OwnedMemory take_host(ir::ArrayId array) {
    return std::move(buffers_[at(array).buffer].backing);
  }
  [[nodiscard]] std::shared_ptr<ResidentArray> keep(ir::ArrayId array);
  /// The call cannot be run elsewhere any more.
  [[nodiscard]] bool host_is_written() const {
    return host_is_written_ || (executor_ != nullptr && executor_->host_is_written());
  }
  /// The call has done what must not be done again.
  void mark_begun() { host_is_written_ = true; }
  /// Something else stored to the host's memory of a buffer.
  void mark_host_written(size_t buffer) { host_is_written_ |= !buffers_[buffer].local; }

 private:
  struct Buffer {
    bool packed = true;
    int64_t bytes = 0;
    std::byte* host = nullptr;
    HostName host_name{};               ///< of that memory; of a resident buffer: of its backing
    int resident = -1;                  ///< index into residents_
    std::vector<ir::ArrayId> arrays{};  ///< whose elements lie in it
    bool local = false;                 ///< an array that the function allocates
    bool returned = false;              ///< and a result owns
    bool dealt = false;                 ///< goes on behind the call as it is
    /// Of a local array that the host needs, or is to be returned; a copy of a resident one for code of the host.
    OwnedMemory backing{};
    bool held = false;  ///< all of it has its place on the device
    SlotMemory memory{};
    footprint::Packing packing = footprint::Packing::Whole;
    footprint::Footprint room{};  ///< elements that have a place; not asked where all have
    footprint::Unpacked unpacked = footprint::Unpacked::Shared;
    footprint::Footprint arrived{};    ///< the device has its newest values; not packed: all or nothing
    footprint::Footprint elsewhere{};  ///< stored by another device since the array is there
  };
  [[nodiscard]] size_t index_of(ir::ArrayId array) const {
    const auto index = static_cast<size_t>(array.value);
    return index < arrays_.size() ? index : static_cast<size_t>(originals_[index - arrays_.size()].value);
  }
  [[nodiscard]] footprint::CallArray& at(ir::ArrayId array) { return arrays_[index_of(array)]; }
  [[nodiscard]] const runtime::Resident* resident_of(size_t buffer) const;
  [[nodiscard]] SlotMemory allocated(const Buffer& buffer);
  /// A local array has memory of the host.
  [[nodiscard]] bool is_backed(size_t buffer) const;
  [[nodiscard]] std::byte* backing_of(size_t buffer);
  void forget_changes(ir::ArrayId array);
  void wait();
  void write_back(size_t buffer);
  void bring_back(size_t buffer, CopyList& list);
  void move_resident(runtime::Direction direction, ir::ArrayId array, const footprint::Footprint& part);
  void settle_result(ir::ArrayId array, CopyList& list);

  const ir::Function& function_;
  Executor* const executor_;
  std::span<const runtime::Resident> residents_;
  std::span<const ir::ArrayId> originals_;
  std::span<const ir::ArrayId> near_host_;
  std::vector<footprint::CallArray> arrays_;  ///< by ArrayId
  /// What kernels store that run unless others raised.
  struct Unsettled {
    ir::ArrayId array;
    footprint::Footprint part;
    int64_t before;
  };
  std::vector<Unsettled> unsettled_;
  std::function<void()> ask_;
  std::vector<footprint::Footprint> changed_;  ///< by ArrayId: on the device, and not on the host
  std::vector<Buffer> buffers_;  ///< those of arguments, then one for each array of the function
  size_t argument_buffers_ = 0;
  std::vector<int64_t> brought_;            ///< by ArrayId
  std::vector<runtime::MovedBytes> moved_;  ///< by ArrayId
  runtime::MovedBytes count_;
  HostStores host_stores_;
  bool host_is_written_ = false;
  bool finished_ = false;
  bool is_shared_ = false;
  bool results_are_dealt_ = false;
  GpuArrays* home_ = nullptr;          ///< null: here
  mutable std::mutex backing_mutex_;  ///< guards the backing of local arrays, which devices make at once
};

}  // namespace unpython::driver
