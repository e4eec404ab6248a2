#include "driver/execute/executor.h"

#include <algorithm>
#include <utility>

#include "runtime/device/device_failure.h"
#include "support/spans.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

using runtime::KernelArgument;

[[noreturn]] void not_whole() { throw InternalError("repeating a call", "a step that a whole list does not have"); }

}  // namespace

runtime::MemoryHandle Executor::memory(MemoryName name) {
  const auto index = static_cast<size_t>(name.index);
  switch (name.of) {
    case MemoryName::Of::Argument:
      return residents_[index].memory;
    case MemoryName::Of::Slot:
      return slots_[index].get();
    case MemoryName::Of::Value:
      return errors_.stored_value(name.index);
    case MemoryName::Of::Errors:
      return errors_.memory();
  }
  return {};
}

/// In the first free slot: the turns of a loop name the same ones.
SlotMemory Executor::allocate(ir::ArrayId array, int64_t bytes) {
  runtime::PooledMemory memory = gpu_.memory().acquire(whole_words(bytes), &budget_);
  auto slot = std::find_if(slots_.begin(), slots_.end(), [](const runtime::PooledMemory& known) { return !known; });
  if (slot == slots_.end()) slot = slots_.emplace(slot);
  *slot = std::move(memory);
  const MemoryName name{MemoryName::Of::Slot, static_cast<int>(slot - slots_.begin())};
  if (list_ != nullptr) list_->add(AllocateStep{name, array, bytes});
  return {*this, name};
}

SlotMemory Executor::allocate_value(ir::ArrayId array, int64_t bytes) {
  const auto free = std::find(taken_.begin(), taken_.end(), false);
  if (free == taken_.end()) return {};
  const MemoryName name{MemoryName::Of::Value, static_cast<int>(free - taken_.begin())};
  if (memory(name) == runtime::MemoryHandle{}) return {};
  *free = true;
  if (list_ != nullptr) list_->add(AllocateStep{name, array, bytes});
  return {*this, name};
}

/// Whoever gets the memory next uses it after us: all work goes through one queue. A value is looked at when the call has run.
void Executor::give_back(MemoryName name) noexcept {
  if (name.of == MemoryName::Of::Slot) slots_[static_cast<size_t>(name.index)] = {};
}

void Executor::free(SlotMemory memory, ir::ArrayId array) {
  if (memory && list_ != nullptr) list_->add(FreeStep{memory.name(), array});
}

std::shared_ptr<ResidentArray> Executor::keep(SlotMemory memory, ir::ArrayId array, int64_t bytes) {
  const KeepStep step{memory.name().index, array, bytes};
  if (list_ != nullptr) list_->add(step);
  return take(step);
}

std::shared_ptr<ResidentArray> Executor::take(const KeepStep& step) {
  runtime::PooledMemory memory = std::move(slots_[static_cast<size_t>(step.slot)]);
  memory.outlive_budget();
  return std::make_shared<ResidentArray>(gpu_, step.bytes, std::move(memory));
}

/// As a device takes them; they refer to the values of `arguments`, and to `scalars`.
void Executor::add(std::span<const LaunchArgument> arguments, const abi::ScalarSlot* scalars,
                   std::vector<KernelArgument>& given) {
  using Kind = LaunchArgument::Kind;
  for (const LaunchArgument& argument : arguments) {
    if (argument.kind == Kind::Memory) {
      given.push_back(KernelArgument::of(memory(argument.memory)));
      continue;
    }
    const bool is_of_call = argument.kind == Kind::Scalar && argument.index >= 0 && scalars != nullptr;
    const abi::ScalarSlot& value = is_of_call ? scalars[argument.index] : argument.value;
    given.push_back({.memory = {}, .value = value.bytes, .value_bytes = argument.bytes});
  }
}

/// A launch that may raise is queued.
void Executor::open_errors(std::span<const LaunchArgument> arguments) {
  const bool may_raise = std::any_of(arguments.begin(), arguments.end(), [](const LaunchArgument& argument) {
    return argument.kind == LaunchArgument::Kind::Memory && argument.memory.of == MemoryName::Of::Errors && argument.stored;
  });
  if (may_raise) errors_.open();
}

void Executor::launch(Launched step, std::span<const LaunchArgument> arguments) {
  std::vector<KernelArgument> given;
  given.reserve(arguments.size());
  add(arguments, nullptr, given);
  open_errors(arguments);
  launch(*step, given);
  if (list_ != nullptr) list_->add(std::move(step), arguments);
}

void Executor::launch(const LaunchStep& step, std::span<const KernelArgument> given) {
  if (!spans_are_kept()) return gpu_.launch(*step.code, step.geometry, given);
  const Span span("launch", step.kernel->name, *step.file, step.line);
  SpanRecord kernel{.kind = "kernel", .name = step.kernel->name, .file = *step.file, .line = step.line};
  kernel.device = gpu_.device().properties().name;
  kernel.bytes = step.bytes;
  kernel.registers = step.code->facts(0).registers;
  gpu_.launch_timed(std::move(kernel), *step.code, step.geometry, given);
}

runtime::MovedBytes Executor::copy(const CopyList& list) {
  std::vector<runtime::Transfer> transfers;
  for (const Copy& each : list) {
    transfers.push_back({each.step.direction, each.queue, memory(each.memory), each.host, each.pieces, each.keeps_gaps});
    if (list_ != nullptr) list_->add(each.step);
  }
  return gpu_.transfers().run(transfers);
}

const std::byte* Executor::queue_read(const ReadStep& step, size_t number) {
  if (step.memory.of == MemoryName::Of::Value)
    return errors_.value(KernelErrors::kMostValues + static_cast<size_t>(step.memory.index));
  std::byte* const to = errors_.value(number);
  gpu_.device().copy_out(queue(), to, {memory(step.memory), step.offset_bytes}, step.bytes);
  return to;
}

const std::byte* Executor::read(const ReadStep& step, size_t number) {
  if (list_ != nullptr) list_->add(step);
  return queue_read(step, number);
}

void Executor::look() {
  if (list_ != nullptr && errors_.are_open()) list_->add(LookStep{});
  errors_.look();
}

bool Executor::reserve(const StepList& list) {
  try {
    for (const int64_t bytes : list.slot_bytes()) slots_.push_back(gpu_.memory().acquire(whole_words(bytes), &budget_));
  } catch (const runtime::DeviceFailure& failure) {
    if (failure.kind() != runtime::FailureKind::OutOfMemory) throw;
    return false;
  }
  return true;
}

void Executor::look_at_errors() {
  errors_.look();
  if (errors_.iteration() != INT64_MAX) throw KernelRaised{errors_.outcome()};
}

std::vector<const std::byte*> Executor::run(const StepList& list, const abi::ScalarSlot* scalars, Replay& replay,
                                            DeviceResults& kept) {
  std::vector<KernelArgument> arguments;
  arguments.reserve(list.arguments().size());
  add(list.arguments(), scalars, arguments);
  open_errors(list.arguments());
  // At once, or one by one where times of kernels are kept or that is not worth it.
  const bool at_once = !spans_are_kept() && list.reads_at_end() && replay.run(gpu_, arguments);
  size_t next = 0;  // argument
  std::vector<const std::byte*> values;
  for_each_step(list.steps(), Overloaded{
                                  [&](const Launched& step) {
                                    const size_t first = std::exchange(next, next + step->arguments);
                                    if (at_once) return;
                                    // A look at what came before may have closed them.
                                    open_errors(list.arguments().subspan(first, step->arguments));
                                    launch(*step, std::span(arguments).subspan(first, step->arguments));
                                  },
                                  [&](const LookStep&) {
                                    if (errors_.are_open()) look_at_errors();
                                  },
                                  [&](const ReadStep& step) {
                                    values.push_back(queue_read(step, values.size()));
                                  },
                                  [&](const KeepStep& step) { kept.push_back(take(step)); },
                                  [](const AllocateStep&) {},  // reserve() has seen to it
                                  [](const FreeStep&) {},
                                  [](const HostStep&) {},  // it would compute the same
                                  [](const CopyStep&) { not_whole(); },
                                  [](const RunStep&) { not_whole(); },
                                  [](const CallStep&) { not_whole(); },
                              });
  if (!values.empty()) look_at_errors();
  return values;
}

}  // namespace unpython::driver
