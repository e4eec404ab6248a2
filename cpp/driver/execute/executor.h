// What does the steps of a call on one device: nothing else holds memory of the device, or launches kernels, for a call.
//
// Problem: stepping through the host part, boxes and placement take 8 us, a launch 3.
// Choice:  the walk through the host part (GpuMachine) decides what is done and hands it over step by step; the steps are kept,
//          with names for memory. A repeated call hands over all of them at once, with its own memory and numbers.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "driver/execute/foreign_order.h"
#include "driver/execute/kernel_errors.h"
#include "driver/execute/launch_arguments.h"
#include "driver/execute/replay.h"
#include "driver/execute/resident_array.h"
#include "driver/execute/steps.h"
#include "runtime/gpu.h"

namespace unpython::driver {

class Executor;

/// A copy between memory of the device and of the host.
struct Copy {
  CopyStep step;
  runtime::QueueHandle queue{};                ///< it takes its turn here
  MemoryName memory{};                         ///< that packed offsets count in
  std::byte* host = nullptr;                   ///< what host offsets count from
  std::vector<runtime::StridedCopy> pieces{};
  bool keeps_gaps = false;  ///< bytes of the device between the pieces do not change
};
/// Copies that go on beside each other: they do not depend on one another.
using CopyList = std::vector<Copy>;

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

/// Of one call. Lives longer than the memory that it gives. Members throw DeviceFailure.
class Executor {
 public:
  /// `residents`: what the caller has on the device. `memory_limit`: bytes that the call may use; 0: all that there are.
  /// `list` is told what is done; null: that is known.
  Executor(runtime::Gpu& gpu, std::span<const runtime::Resident> residents, int64_t memory_limit, StepList* list)
      : gpu_(gpu), residents_(residents), order_(residents), budget_{.limit_bytes = memory_limit}, list_(list), errors_(gpu) {}

  [[nodiscard]] runtime::Gpu& gpu() const { return gpu_; }
  /// All kernels of the call are queued here.
  [[nodiscard]] runtime::QueueHandle queue() const { return gpu_.queue(); }
  [[nodiscard]] KernelErrors& errors() { return errors_; }
  /// What it is told.
  [[nodiscard]] StepList& list() { return *list_; }
  [[nodiscard]] runtime::MemoryHandle memory(MemoryName name);
  /// What can be allocated in all.
  [[nodiscard]] int64_t room() { return gpu_.memory().available(&budget_); }

  // Step by step.
  /// For `array`, or what tiles have of it.
  [[nodiscard]] SlotMemory allocate(ir::ArrayId array, int64_t bytes);
  /// A value in memory of the host, for an array of one element that kernels store and the host reads. Empty: there is none
  /// left, or kernels cannot.
  [[nodiscard]] SlotMemory allocate_value(ir::ArrayId array, int64_t bytes);
  void free(SlotMemory memory, ir::ArrayId array);
  /// A result owns it from now on.
  [[nodiscard]] std::shared_ptr<ResidentArray> keep(SlotMemory memory, ir::ArrayId array, int64_t bytes);
  void launch(Launched step, std::span<const LaunchArgument> arguments);
  /// When it returns, memory of the host that goes in was read, and what comes out has arrived.
  runtime::MovedBytes copy(const CopyList& list);
  /// Where the value is after the next look(): value `number` of errors(), which others must not use, or where a kernel stores it.
  [[nodiscard]] const std::byte* read(const ReadStep& step, size_t number);
  /// Waits for what is queued. What the kernels raised is known then, if it was not.
  void look();

  // All steps of a whole list, for a call that has done none.
  /// Memory for all of its slots. False: there is too little.
  [[nodiscard]] bool reserve(const StepList& list);
  /// `scalars`: of the call; null: they are those of the list. `kept`: what results own. Waits where a kernel may raise, and
  /// for elements that are read. Gives where these are, in order. Throws KernelRaised.
  std::vector<const std::byte*> run(const StepList& list, const abi::ScalarSlot* scalars, Replay& replay, DeviceResults& kept);

 private:
  friend class SlotMemory;
  void add(std::span<const LaunchArgument> arguments, const abi::ScalarSlot* scalars,
           std::vector<runtime::KernelArgument>& given);
  void open_errors(std::span<const LaunchArgument> arguments);
  void launch(const LaunchStep& step, std::span<const runtime::KernelArgument> given);
  [[nodiscard]] const std::byte* queue_read(const ReadStep& step, size_t number);
  void give_back(MemoryName name) noexcept;
  void look_at_errors();
  [[nodiscard]] std::shared_ptr<ResidentArray> take(const KeepStep& step);

  runtime::Gpu& gpu_;
  const std::span<const runtime::Resident> residents_;
  const ForeignOrder order_;
  runtime::MemoryBudget budget_;
  StepList* const list_;
  KernelErrors errors_;
  std::vector<runtime::PooledMemory> slots_;  ///< empty ones are free
  std::array<bool, KernelErrors::kMostStored> taken_{};  ///< values
};

inline SlotMemory::~SlotMemory() {
  if (executor_ != nullptr) executor_->give_back(name_);
}

}  // namespace unpython::driver
