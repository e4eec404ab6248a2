// What does the steps of a call on one device: nothing else holds memory of the device, or launches kernels, for a call.
//
// Problem: stepping through the host part, boxes and placement take 8 us, a launch 3, and a compiler 20 ms or more for a kernel.
// Choice:  the walk through the host part (GpuMachine) decides what is done and makes a list of it, with names for memory. A
//          repeated call runs a complete list, with its own memory and numbers.
//          Steps wait while the list may be such a one, and behind a launch whose code is being made. They run when the host
//          needs a value, when the list is complete, or when they are many (the device would be idle meanwhile); from then on,
//          steps run as they are handed over. Memory is allocated at once: what is there decides how launches are cut.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "driver/steps/cpu_call.h"
#include "driver/steps/foreign_order.h"
#include "driver/steps/kernel_errors.h"
#include "driver/steps/launch_arguments.h"
#include "driver/steps/replay.h"
#include "driver/steps/resident_array.h"
#include "driver/steps/steps.h"
#include "runtime/gpu.h"

namespace unpython::driver {

class Executor;

/// Memory that a step has allocated, given back at the end of its life; work that uses it must be queued by then.
class SlotMemory {
 public:
  SlotMemory() = default;
  SlotMemory(Executor& executor, MemoryName name) : executor_(&executor), name_(name) {}
  SlotMemory(SlotMemory&& other) noexcept : executor_(std::exchange(other.executor_, nullptr)), name_(other.name_) {}
  SlotMemory& operator=(SlotMemory&& other) noexcept {
    std::swap(executor_, other.executor_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~SlotMemory();
  [[nodiscard]] explicit operator bool() const { return executor_ != nullptr; }
  /// Of a slot, or a value.
  [[nodiscard]] MemoryName name() const { return name_; }

 private:
  Executor* executor_ = nullptr;
  MemoryName name_{};
};

/// Pieces of an array that go to another device of the call, where that one has a place for them.
struct Sending {
  ir::ArrayId array;
  std::vector<runtime::PackedRange> pieces{};
  MemoryName from{};
  MemoryName to{};

  [[nodiscard]] int64_t bytes() const;
};

/// What launches of a repeated call are given in place of the scalars of the call that is repeated.
struct CallScalars {
  const abi::ScalarSlot* given = nullptr;        ///< arguments of the call
  std::span<const abi::ScalarSlot> computed{};  ///< by LaunchArgument::computed; empty: they are the same
};

/// Of one call. Lives longer than the memory that it gives. Members throw DeviceFailure.
class Executor {
 public:
  /// `arguments`: the arrays of the call. `residents`: what the caller has of them on the device. `memory_limit`: bytes that
  /// the call may use; 0: all that there are. `list` is told what is done; null: that is known.
  Executor(runtime::Gpu& gpu, std::span<const abi::ArrayArgument> arguments, std::span<const runtime::Resident> residents,
           int64_t memory_limit, StepList* list)
      : gpu_(gpu),
        queue_(gpu.queue()),
        arguments_(arguments),
        residents_(residents),
        order_(residents),
        budget_{.limit_bytes = memory_limit},
        list_(list),
        steps_wait_(list != nullptr && list->is_whole()),
        may_wait_(list != nullptr),
        errors_(gpu) {
    if (list_ != nullptr) list_->before_spoiled([this] { run_waiting(); });
  }
  ~Executor() {
    if (list_ != nullptr) list_->before_spoiled(nullptr);
  }
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  [[nodiscard]] runtime::Gpu& gpu() const { return gpu_; }
  /// All kernels of the call are queued here, or this waits for them.
  [[nodiscard]] runtime::QueueHandle queue() const { return queue_; }
  [[nodiscard]] KernelErrors& errors() { return errors_; }
  /// What it is told.
  [[nodiscard]] StepList& list() { return *list_; }
  [[nodiscard]] runtime::MemoryHandle memory(MemoryName name);
  /// What can be allocated in all; runs the steps that wait, where memory is free once they have run.
  [[nodiscard]] int64_t room();
  /// So much can be allocated.
  [[nodiscard]] bool has_room(int64_t bytes) { return bytes <= gpu_.memory().available(&budget_) || bytes <= room(); }

  // Step by step.
  /// For `array`, or what tiles have of it.
  [[nodiscard]] SlotMemory allocate(ir::ArrayId array, int64_t bytes);
  /// A value in memory of the host, for an array of one element that kernels store and the host reads. Empty: there is none
  /// left, or kernels cannot.
  [[nodiscard]] SlotMemory allocate_value(ir::ArrayId array, int64_t bytes);
  void free(SlotMemory memory, ir::ArrayId array);
  /// Memory that an earlier call has left, and what the next one gets.
  [[nodiscard]] SlotMemory adopt(runtime::PooledMemory memory, ir::ArrayId array, int64_t bytes);
  [[nodiscard]] runtime::PooledMemory leave(SlotMemory memory);
  /// A result owns it from now on.
  [[nodiscard]] std::shared_ptr<ResidentArray> keep(SlotMemory memory, ir::ArrayId array, int64_t bytes);
  void launch(const Launched& step, std::span<const LaunchArgument> arguments);
  /// What copies call so, but for arguments.
  void set_host(HostName name, std::byte* memory) { hosts_[name] = memory; }
  void add(const ResultStep& step);
  /// When it has run, memory of the host that goes in was read, and what comes out has arrived.
  void copy(CopyList list);
  /// Where the value is after the next look(): value `number` of errors(), which others must not use, or where a kernel stores it.
  [[nodiscard]] const std::byte* read(const ReadStep& step, size_t number);
  /// The point behind all kernels so far.
  [[nodiscard]] runtime::Event now();
  /// The pieces go to another device, behind what both were given so far. What either is given afterwards comes behind them: this
  /// one may store there, the other one uses them.
  void send(const Sending& sending, Executor& to);
  /// The same, but behind points in the queues of both devices, and beside what they were given since; so is what comes afterwards,
  /// unless aside() waits for the event.
  [[nodiscard]] runtime::Event send_aside(const Sending& sending, Executor& to, runtime::EventHandle mine, runtime::EventHandle theirs);
  /// Kernels that `launch_kernels` launches come behind `after`, and beside what was queued so far. What is queued afterwards comes behind
  /// them.
  void aside(std::span<const runtime::EventHandle> after, const std::function<void()>& launch_kernels);
  /// After a failure of them: nothing is in flight aside.
  void drain_aside() noexcept;
  /// Behind the kernels so far, bytes of an array go to the memory of the next tile.
  void carry(ir::ArrayId array, MemoryName from, int64_t from_offset, MemoryName to, int64_t to_offset, int64_t bytes);
  /// Waits for what is queued. What the kernels raised is known then, if it was not.
  void look();
  /// Kernels so far may have raised, and nobody has looked.
  [[nodiscard]] bool may_have_raised() const { return waiting_.may_raise || errors_.are_open(); }
  /// Runs the steps that wait. From now on, steps run as they come, but for those whose code is not made.
  void run_waiting();
  /// All steps run as they come: other devices, and parts of the host, wait for them.
  void never_wait() {
    run_waiting();
    may_wait_ = false;
  }
  /// Something of the caller may have changed, on the host or on the device.
  [[nodiscard]] bool host_is_written() const { return host_is_written_; }

  // All steps of a whole list, for a call that has done none.
  /// Memory for all of its slots. False: there is too little.
  [[nodiscard]] bool reserve(const StepList& list);
  /// `replay`: of the list. `kept`: what results own. Waits where a kernel may raise, where arrays go
  /// out, and for elements that are read. Gives where these are, in order. Throws KernelRaised.
  std::vector<const std::byte*> run(const StepList& list, const CallScalars& scalars, Replay& replay, DeviceResults& kept);
  /// After that: what results own on the host.
  [[nodiscard]] std::vector<OwnedMemory>& results() { return results_; }

 private:
  friend class SlotMemory;
  /// The element that a read is for, in the order of Executor::errors().
  struct NumberedRead {
    ReadStep step;
    size_t number;
  };
  /// Steps that wait, in order.
  struct Waiting {
    std::vector<std::variant<Launched, CopyStep, NumberedRead>> steps{};
    std::vector<LaunchArgument> arguments{};
    std::vector<Launched> unmade{};  ///< the first of each code that was not made when it was asked for
    size_t launches = 0;
    bool may_raise = false;
  };
  struct Slot {
    runtime::PooledMemory memory;
    bool is_used = false;  ///< else it waits for the steps that use it, or is empty
  };
  void add(std::span<const LaunchArgument> arguments, const CallScalars& scalars,
           std::vector<runtime::KernelArgument>& given);
  void open_errors(std::span<const LaunchArgument> arguments);
  [[nodiscard]] bool waits(const Launched& step);
  void launch(const LaunchStep& step, std::span<const LaunchArgument> arguments, std::span<const runtime::KernelArgument> given);
  void queue_pieces(const Sending& sending, Executor& to, runtime::QueueHandle queue);
  [[nodiscard]] std::byte* host(HostName name) const;
  void run(const CopyStep& step);
  /// As the public one, but that elements may still be on their way. `replay`: may be null.
  std::vector<const std::byte*> run_steps(const StepList& list, const CallScalars& scalars, Replay* replay,
                                          DeviceResults& kept);
  [[nodiscard]] const std::byte* value_of(const ReadStep& step, size_t number);
  void queue_read(const ReadStep& step, size_t number);
  void give_back(MemoryName name) noexcept;
  /// For the steps that use it: nobody has it afterwards.
  [[nodiscard]] bool memory_waits() const;
  void look_at_errors();
  [[nodiscard]] std::shared_ptr<ResidentArray> take(const KeepStep& step);

  runtime::Gpu& gpu_;
  /// Before anything else: a device that does not open fails here, where nobody takes that for a lack of memory.
  const runtime::QueueHandle queue_;
  runtime::QueueHandle kernels_ = queue_;  ///< of kernels at the moment
  const std::span<const abi::ArrayArgument> arguments_;
  const std::span<const runtime::Resident> residents_;
  const ForeignOrder order_;
  runtime::MemoryBudget budget_;
  StepList* const list_;
  bool steps_wait_;  ///< until run_waiting()
  bool may_wait_;    ///< for code
  Waiting waiting_;
  KernelErrors errors_;
  std::vector<Slot> slots_;
  std::array<bool, KernelErrors::kMostStored> taken_{};  ///< values
  std::map<HostName, std::byte*> hosts_;
  std::vector<OwnedMemory> results_;
  bool host_is_written_ = false;
};

inline SlotMemory::~SlotMemory() {
  if (executor_ != nullptr) executor_->give_back(name_);
}

}  // namespace unpython::driver
