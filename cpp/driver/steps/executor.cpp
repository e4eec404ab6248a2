#include "driver/steps/executor.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "runtime/device/device_failure.h"
#include "runtime/device/log_failure.h"
#include "support/spans.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

using runtime::Direction;
using runtime::KernelArgument;

/// What `later` gets from now on starts after what `earlier` holds now.
void put_behind(runtime::Gpu& later, runtime::Gpu& earlier) {
  const runtime::Event now = runtime::make_event(earlier.device(), earlier.queue());
  later.device().wait_on_device(later.queue(), now.get());
}

/// So many launches wait at most: the device is idle for the 8 us that the walk takes for each.
constexpr size_t kMostWaiting = 16;
/// So many where code is being made, which takes longer than to walk on and find what else is needed.
constexpr size_t kMostBehindCode = 1024;

[[noreturn]] void not_whole() { throw InternalError("repeating a call", "a step that a whole list does not have"); }

}  // namespace

runtime::MemoryHandle Executor::memory(MemoryName name) {
  const auto index = static_cast<size_t>(name.index);
  switch (name.of) {
    case MemoryName::Of::Argument:
      return residents_[index].memory;
    case MemoryName::Of::Slot:
      return slots_[index].memory.get();
    case MemoryName::Of::Value:
      return errors_.stored_value(name.index);
    case MemoryName::Of::Errors:
      return errors_.memory();
  }
  return {};
}

/// In the first free slot: the turns of a loop name the same ones.
SlotMemory Executor::allocate(ir::ArrayId array, int64_t bytes) {
  const int64_t whole = whole_words(bytes);
  const auto find = [&] {
    return std::find_if(slots_.begin(), slots_.end(), [&](const Slot& known) {
      return !known.is_used && (!known.memory || known.memory.bytes() >= whole);
    });
  };
  auto slot = find();
  if (slot == slots_.end()) slot = slots_.emplace(slot);
  if (!slot->memory) {
    try {
      slot->memory = gpu_.memory().acquire(whole, &budget_);
    } catch (const runtime::DeviceFailure& failure) {
      if (failure.kind() != runtime::FailureKind::OutOfMemory || !memory_waits()) throw;
      run_waiting();  // which gives memory back
      slot = find();
      slot->memory = gpu_.memory().acquire(whole, &budget_);
    }
  }
  slot->is_used = true;
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

/// Whoever gets the memory next uses it after us: all work goes through one queue, once it is queued. A value is looked at when
/// the call has run.
void Executor::give_back(MemoryName name) noexcept {
  if (name.of != MemoryName::Of::Slot) return;
  Slot& slot = slots_[static_cast<size_t>(name.index)];
  slot.is_used = false;
  if (!steps_wait_) slot.memory = {};
}

bool Executor::memory_waits() const {
  return std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return !slot.is_used && slot.memory; });
}

int64_t Executor::room() {
  if (memory_waits()) run_waiting();
  return gpu_.memory().available(&budget_);
}

/// Steps that are run from a list name slots: memory that is free there stays until they have run.
void Executor::run_waiting() {
  if (!std::exchange(steps_wait_, false)) return;
  const Waiting waiting = std::exchange(waiting_, {});
  // Where that fails, nothing has happened yet.
  for (const Launched& step : waiting.unmade) static_cast<void>(step->code->get(step->least));
  std::vector<KernelArgument> given;
  given.reserve(waiting.arguments.size());
  add(waiting.arguments, {}, given);
  size_t next = 0;  // argument
  for (const auto& waits : waiting.steps) {
    match(
        waits,
        [&](const Launched& step) {
          const size_t first = std::exchange(next, next + step->arguments);
          const auto of_launch = std::span(waiting.arguments).subspan(first, step->arguments);
          open_errors(of_launch);
          launch(*step, of_launch, std::span(given).subspan(first, step->arguments));
        },
        [&](const CopyStep& step) { run(step); }, [&](const NumberedRead& read) { queue_read(read.step, read.number); });
  }
  for (Slot& slot : slots_)
    if (!slot.is_used) slot.memory = {};
}

void Executor::free(SlotMemory memory, ir::ArrayId array) {
  if (memory && list_ != nullptr) list_->add(FreeStep{memory.name(), array});
}

SlotMemory Executor::adopt(runtime::PooledMemory memory, ir::ArrayId array, int64_t bytes) {
  const MemoryName name{MemoryName::Of::Slot, static_cast<int>(slots_.size())};
  slots_.push_back({.memory = std::move(memory), .is_used = true});
  if (list_ != nullptr) list_->add(AllocateStep{name, array, bytes});
  return {*this, name};
}

runtime::PooledMemory Executor::leave(SlotMemory memory) {
  run_waiting();
  runtime::PooledMemory left = std::move(slots_[static_cast<size_t>(memory.name().index)].memory);
  left.outlive_budget();
  return left;
}

std::shared_ptr<ResidentArray> Executor::keep(SlotMemory memory, ir::ArrayId array, int64_t bytes) {
  run_waiting();
  const KeepStep step{memory.name().index, array, bytes};
  if (list_ != nullptr) list_->add(step);
  return take(step);
}

std::shared_ptr<ResidentArray> Executor::take(const KeepStep& step) {
  runtime::PooledMemory memory = std::move(slots_[static_cast<size_t>(step.slot)].memory);
  memory.outlive_budget();
  return std::make_shared<ResidentArray>(gpu_, step.bytes, std::move(memory));
}

/// As a device takes them; they refer to the values of `arguments`, and to `scalars`.
void Executor::add(std::span<const LaunchArgument> arguments, const CallScalars& scalars,
                   std::vector<KernelArgument>& given) {
  using Kind = LaunchArgument::Kind;
  for (const LaunchArgument& argument : arguments) {
    if (argument.kind == Kind::Memory) {
      given.push_back(KernelArgument::of(memory(argument.memory)));
      continue;
    }
    const abi::ScalarSlot* value = &argument.value;
    if (argument.kind == Kind::Scalar) {
      if (argument.index >= 0 && scalars.given != nullptr) value = &scalars.given[argument.index];
      if (argument.index < 0 && !scalars.computed.empty()) value = &scalars.computed[static_cast<size_t>(argument.computed)];
    }
    given.push_back({.memory = {}, .value = value->bytes, .value_bytes = argument.bytes});
  }
}

/// A launch that may raise is queued.
void Executor::open_errors(std::span<const LaunchArgument> arguments) {
  if (may_raise(arguments)) errors_.open();
}

void Executor::launch(const Launched& step, std::span<const LaunchArgument> arguments) {
  if (list_ != nullptr) list_->add(step, arguments);  // which may run what waits
  if (waits(step)) {
    waiting_.steps.emplace_back(step);
    waiting_.arguments.insert(waiting_.arguments.end(), arguments.begin(), arguments.end());
    waiting_.may_raise |= may_raise(arguments);
    ++waiting_.launches;
    return;
  }
  std::vector<KernelArgument> given;
  given.reserve(arguments.size());
  add(arguments, {}, given);
  open_errors(arguments);
  launch(*step, arguments, given);
}

/// A launch waits behind others, and where its code is not made.
bool Executor::waits(const Launched& step) {
  std::vector<Launched>& unmade = waiting_.unmade;
  std::erase_if(unmade, [](const Launched& waiting) { return waiting->code->is_made(waiting->least); });
  if (waiting_.launches >= (unmade.empty() ? kMostWaiting : kMostBehindCode)) run_waiting();
  if (step->code->is_made(step->least) || !may_wait_) return steps_wait_;
  const bool is_known = std::any_of(unmade.begin(), unmade.end(), [&](const Launched& waiting) {
    return waiting->code == step->code && waiting->least == step->least;
  });
  if (!is_known) unmade.push_back(step);
  return steps_wait_ = true;
}

void Executor::launch(const LaunchStep& step, std::span<const LaunchArgument> arguments, std::span<const KernelArgument> given) {
  const runtime::DeviceCode& code = step.code->get(step.least);
  // What a kernel stores in memory of the caller has no other copy, and what fails behind the launch fails too late.
  host_is_written_ |= std::any_of(arguments.begin(), arguments.end(), [](const LaunchArgument& argument) {
    return argument.stored && argument.kind == LaunchArgument::Kind::Memory && argument.memory.of == MemoryName::Of::Argument;
  });
  if (!spans_are_kept()) return gpu_.launch(kernels_, code, step.geometry, given);
  const Span span("launch", step.kernel->name, *step.file, step.line);
  SpanRecord kernel{.kind = "kernel", .name = step.kernel->name, .file = *step.file, .line = step.line};
  kernel.device = gpu_.device().properties().name;
  kernel.bytes = step.bytes;
  kernel.registers = code.facts(0).registers;
  gpu_.launch_timed(kernels_, std::move(kernel), code, step.geometry, given);
}

std::byte* Executor::host(HostName name) const {
  if (name.of == HostName::Of::Argument) return static_cast<std::byte*>(arguments_[static_cast<size_t>(name.index)].data);
  return hosts_.at(name);
}

void Executor::add(const ResultStep& step) {
  if (list_ != nullptr) list_->add(step);
}

void Executor::copy(CopyList list) {
  CopyStep step{std::move(list)};
  if (list_ != nullptr) list_->add(step);  // which may run what waits
  // The host may look at what comes out, unless the list knows what the host looks at.
  const bool comes_out = std::any_of(step.copies.begin(), step.copies.end(),
                                     [](const Copy& copy) { return copy.direction == Direction::Out; });
  if (comes_out && steps_wait_ && !list_->is_whole()) run_waiting();
  if (steps_wait_) return void(waiting_.steps.emplace_back(std::move(step)));
  run(step);
}

void Executor::run(const CopyStep& step) {
  std::vector<runtime::Transfer> transfers;
  bool waits = false;
  bool writes = false;
  for (const Copy& copy : step.copies) {
    const bool in_turn = copy.way == Way::InTurn;
    waits |= in_turn && copy.direction == Direction::Out;
    writes |= copy.direction == Direction::Out && copy.host.is_of_caller();
    transfers.push_back({copy.direction, in_turn ? queue_ : gpu_.queue(copy.direction), memory(copy.memory),
                         host(copy.host), copy.pieces, copy.keeps_gaps});
  }
  if (waits) errors_.wait();  // where that fails, nothing of the caller has changed
  host_is_written_ |= writes;
  gpu_.transfers().run(transfers);
}

runtime::Event Executor::now() {
  run_waiting();
  return runtime::make_event(gpu_.device(), queue_);
}

int64_t Sending::bytes() const {
  return std::accumulate(pieces.begin(), pieces.end(), int64_t{0},
                         [](int64_t bytes, const runtime::PackedRange& piece) { return bytes + piece.end - piece.begin; });
}

void Executor::queue_pieces(const Sending& sending, Executor& to, runtime::QueueHandle queue) {
  for (const runtime::PackedRange& piece : sending.pieces)
    gpu_.device().copy_to(to.gpu_.device(), queue, {to.memory(sending.to), piece.begin}, {memory(sending.from), piece.begin},
                          piece.end - piece.begin);
  if (list_ != nullptr) list_->add(SendStep{sending.array, to.gpu_.device().properties().name, sending.bytes()});
}

void Executor::send(const Sending& sending, Executor& to) {
  put_behind(gpu_, to.gpu_);
  queue_pieces(sending, to, queue_);
  put_behind(to.gpu_, gpu_);
}

runtime::Event Executor::send_aside(const Sending& sending, Executor& to, runtime::EventHandle mine, runtime::EventHandle theirs) {
  runtime::Device& device = gpu_.device();
  const runtime::QueueHandle beside = gpu_.queue(Direction::Out);
  device.wait_on_device(beside, mine);
  device.wait_on_device(beside, theirs);
  queue_pieces(sending, to, beside);
  return runtime::make_event(device, beside);
}

void Executor::aside(std::span<const runtime::EventHandle> after, const std::function<void()>& launch_kernels) {
  runtime::Device& device = gpu_.device();
  kernels_ = gpu_.queue(Direction::In);
  for (const runtime::EventHandle event : after) device.wait_on_device(kernels_, event);
  launch_kernels();
  const runtime::Event done = runtime::make_event(device, kernels_);
  kernels_ = queue_;
  device.wait_on_device(queue_, done.get());
}

void Executor::drain_aside() noexcept {
  kernels_ = queue_;
  try {
    gpu_.wait();
  } catch (const runtime::DeviceFailure& failure) {
    runtime::log_failure(failure);
  }
}

void Executor::carry(ir::ArrayId array, MemoryName from, int64_t from_offset, MemoryName to, int64_t to_offset, int64_t bytes) {
  if (list_ != nullptr) list_->add(SendStep{array, "the next tile", bytes});  // which runs what waits
  gpu_.device().copy_on_device(queue_, {memory(to), to_offset}, {memory(from), from_offset}, bytes);
}

const std::byte* Executor::value_of(const ReadStep& step, size_t number) {
  if (step.memory.of != MemoryName::Of::Value) return errors_.value(number);
  return errors_.value(KernelErrors::kMostValues + static_cast<size_t>(step.memory.index)) + step.offset_bytes;
}

void Executor::queue_read(const ReadStep& step, size_t number) {
  if (step.memory.of == MemoryName::Of::Value) return;  // it comes by itself
  gpu_.device().copy_out(queue(), errors_.value(number), {memory(step.memory), step.offset_bytes}, step.bytes);
}

const std::byte* Executor::read(const ReadStep& step, size_t number) {
  if (list_ != nullptr) list_->add(step);  // which may run what waits
  if (steps_wait_) {
    waiting_.steps.emplace_back(NumberedRead{step, number});
  } else {
    queue_read(step, number);
  }
  return value_of(step, number);
}

void Executor::look() {
  run_waiting();
  if (list_ != nullptr && errors_.are_open()) list_->add(LookStep{});
  errors_.look();
}

bool Executor::reserve(const StepList& list) {
  try {
    for (const int64_t bytes : list.slot_bytes()) slots_.push_back({gpu_.memory().acquire(whole_words(bytes), &budget_)});
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

std::vector<const std::byte*> Executor::run(const StepList& list, const CallScalars& scalars, Replay& replay,
                                            DeviceResults& kept) {
  std::vector<const std::byte*> values = run_steps(list, scalars, &replay, kept);
  if (errors_.values_may_come()) look_at_errors();
  return values;
}

std::vector<const std::byte*> Executor::run_steps(const StepList& list, const CallScalars& scalars, Replay* replay,
                                                  DeviceResults& kept) {
  std::vector<KernelArgument> arguments;
  arguments.reserve(list.arguments().size());
  add(list.arguments(), scalars, arguments);
  // At once, or one by one where times of kernels are kept or that is not worth it.
  bool at_once = false;
  size_t launches = 0;
  size_t next = 0;  // argument
  std::vector<const std::byte*> values;
  list.for_each_step(Overloaded{
      [&](const Launched& step) {
        const size_t first = std::exchange(next, next + step->arguments);
        if (launches++ == 0 && replay != nullptr && list.launches_adjoin() && !spans_are_kept()) {
          open_errors(list.arguments());
          at_once = replay->run(gpu_, arguments);
        }
        if (at_once) return;
        const auto of_launch = list.arguments().subspan(first, step->arguments);
        open_errors(of_launch);
        launch(*step, of_launch, std::span(arguments).subspan(first, step->arguments));
      },
      [&](const LookStep&) {
        if (errors_.are_open()) look_at_errors();
      },
      [&](const KeepStep& step) { kept.push_back(take(step)); },
      [&](const ResultStep& step) {
        const HostName name{HostName::Of::Result, step.result};
        if (hosts_.contains(name)) return;  // the walk had it made
        results_.push_back(make_memory(step.bytes));
        set_host(name, results_.back().get());
      },
      [&](const CopyStep& step) { run(step); },
      [&](const ReadStep& step) {
        queue_read(step, values.size());
        values.push_back(value_of(step, values.size()));
      },
      [](const AllocateStep&) {},  // reserve() has seen to it
      [](const FreeStep&) {},
      [](const HostStep&) {},  // it would compute the same, or results are computed from the values
      [](const SendStep&) { not_whole(); },
      [](const RunStep&) { not_whole(); },
      [](const StoreStep&) {},  // the caller of run() does that
      [](const CallStep&) { not_whole(); },
  });
  return values;
}

}  // namespace unpython::driver
