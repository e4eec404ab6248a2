// Numbers of the plan stay where they were noted; what differs is pointed at in the call that runs again.
#include "driver/execute/program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "driver/execute/foreign_order.h"
#include "driver/execute/gpu_arrays.h"
#include "driver/execute/kernel_errors.h"
#include "runtime/device/device_failure.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

using runtime::Resident;

/// A call with more spends its time on the device.
constexpr size_t kMostLaunches = 512;
using Source = LaunchArgument::Source;

/// The host part is kernels and the memory of arrays, whose extents are in the key of the plan: no other
/// value of a scalar, as far as the plan leaves it open, changes which kernels run and how.
bool only_kernels_read_scalars(const ir::Function& f) {
  return std::all_of(f.body.begin(), f.body.end(), [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    return std::holds_alternative<ir::Allocate>(f[id].node) ||
           (loop != nullptr && (loop->mark == ir::LoopMark::Grid || loop->mark == ir::LoopMark::Group));
  });
}

void launch_noted(const LaunchStep& step, runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given) {
  if (!spans_are_kept()) return gpu.launch(*step.code, step.geometry, given);
  const Span span("launch", step.kernel->name, *step.file, step.line);
  SpanRecord kernel{.kind = "kernel", .name = step.kernel->name, .file = *step.file, .line = step.line};
  kernel.device = gpu.device().properties().name;
  kernel.bytes = step.bytes;
  kernel.registers = step.code->facts(0).registers;
  gpu.launch_timed(std::move(kernel), *step.code, step.geometry, given);
}

/// Each array lies alone on the device of the function.
bool lies_there(const GpuFunction& function, std::span<const Resident> residents) {
  return function.scheduled().disjoint_arguments && residents.size() == function.stored().size() &&
         std::all_of(residents.begin(), residents.end(), [&](const Resident& resident) {
           return resident.gpu == &function.gpu();
         });
}

}  // namespace

void run_step(const LaunchStep& step, runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given) {
  if (!given.empty()) return launch_noted(step, gpu, given);
  std::vector<runtime::KernelArgument> own;
  own.reserve(step.arguments.size());
  for (const LaunchArgument& argument : step.arguments) own.push_back(LaunchArguments::as_given(argument));
  launch_noted(step, gpu, own);
}

Program::Program(std::shared_ptr<GpuFunction> function, const abi::Frame& frame,
                 std::span<const Resident> residents, bool is_exact)
    : function_(std::move(function)), is_whole_(is_exact && lies_there(*function_, residents)) {
  if (!is_whole_) return;
  const ir::Function& f = function_->scheduled();
  needs_same_scalars_ = !only_kernels_read_scalars(f);
  if (!needs_same_scalars_) return;
  for (const ir::Parameter& parameter : f.parameters) {
    if (parameter.is_array) continue;
    const auto bytes = static_cast<size_t>(size_of(f[parameter.variable].type));
    scalars_.push_back({frame.scalars[scalars_.size()], bytes});
  }
}

int Program::local(ir::ArrayId array) const {
  const auto found = std::find_if(locals_.begin(), locals_.end(),
                                  [&](const AllocateStep& known) { return known.array == array; });
  return found == locals_.end() ? -1 : static_cast<int>(found - locals_.begin());
}

void Program::add(const AllocateStep& step) {
  list_.add({step});
  const int known = local(step.array);
  if (known < 0) return locals_.push_back(step);
  if (locals_[static_cast<size_t>(known)].bytes != step.bytes) spoil();
}

void Program::add(const CopyStep& step) {
  spoil();
  list_.add({step});
}

void Program::add(Launched step) {
  const bool has_other_memory = std::any_of(
      step->arguments.begin(), step->arguments.end(),
      [](const LaunchArgument& argument) { return argument.source == Source::Memory && argument.index < 0; });
  if (has_other_memory || launches_.size() == kMostLaunches)
    spoil();
  if (is_whole_) {
    launches_.push_back(step);
    arguments_ += step->arguments.size();
  }
  list_.add({std::move(step)});
}

/// Its data may not be on the device the next time.
void Program::add(RunStep step) {
  spoil();
  list_.add({std::move(step)});
}

bool Program::finish(std::span<const abi::ScalarSlot> results, std::shared_ptr<const GpuRecord> record) {
  list_.finish();
  for (const std::unique_ptr<Program>& other : others_) other->list_.finish();
  if (!is_whole_) launches_.clear();
  results_.assign(results.begin(), results.end());
  record_ = std::move(record);
  if (record_->bytes_in != 0 || record_->bytes_out != 0) spoil();
  // A limit is for calls that walk, which can do with less.
  if (!locals_.empty() && function_->specialization().options.memory_limit != 0) spoil();
  for (const ir::ArrayId array : function_->scheduled().returned_arrays()) {
    if (local(array) < 0) spoil();
  }
  // Results that are computed from scalars would have to be computed again.
  return is_whole_ && (results_.empty() || needs_same_scalars_);
}

bool Program::fits(const abi::Frame& frame, std::span<const Resident> residents) const {
  if (!lies_there(*function_, residents)) return false;
  for (size_t i = 0; i < residents.size(); ++i) {
    if (frame.arrays[i].data != residents[i].begin) return false;  // a part of what lies there
  }
  for (size_t i = 0; i < scalars_.size(); ++i) {
    if (std::memcmp(scalars_[i].value.bytes, frame.scalars[i].bytes, scalars_[i].bytes) != 0) return false;
  }
  return true;
}

std::optional<int32_t> Program::run(const abi::Frame& frame, std::span<const Resident> residents,
                                    DeviceResults& kept) const {
  runtime::Gpu& gpu = function_->gpu();
  const ForeignOrder order(residents);
  // Whoever gets this memory after us uses it after us: all work goes through one queue.
  std::vector<runtime::PooledMemory> locals;
  locals.reserve(locals_.size());
  try {
    for (const AllocateStep& local : locals_)
      locals.push_back(gpu.memory().acquire(GpuArrays::whole_words(local.bytes)));
  } catch (const runtime::DeviceFailure& failure) {
    if (failure.kind() != runtime::FailureKind::OutOfMemory) throw;
    return std::nullopt;
  }
  KernelErrors errors(gpu);
  std::vector<runtime::KernelArgument> given;  // of all launches in order
  given.reserve(arguments_);
  for (const Launched& launch : launches_) {
    for (const LaunchArgument& noted : launch->arguments) {
      const auto index = static_cast<size_t>(noted.index);
      runtime::KernelArgument& argument = given.emplace_back(LaunchArguments::as_given(noted));
      if (noted.source == Source::Memory) argument.memory = residents[index].memory;
      if (noted.source == Source::Error) argument.memory = errors.memory();
      if (noted.source == Source::Local) argument.memory = locals[index].get();
      if (noted.source == Source::Scalar && noted.index >= 0 && !needs_same_scalars_)
        argument.value = frame.scalars[index].bytes;
    }
    if (launch->kernel->may_raise) errors.open();
  }
  launch_all(gpu, given);
  if (errors.are_open()) {
    errors.look();
    const ir::Outcome outcome = errors.outcome();
    if (outcome.raised) {
      fill_error(outcome, *frame.error);
      return abi::kRaised;
    }
  }
  std::copy(results_.begin(), results_.end(), frame.results);
  for (const ir::ArrayId array : function_->scheduled().returned_arrays()) {
    const auto index = static_cast<size_t>(local(array));
    kept.push_back(std::make_shared<ResidentArray>(gpu, locals_[index].bytes, std::move(locals[index])));
  }
  return abi::kOk;
}

/// At once, or one by one where times of kernels are kept or that is not worth it.
void Program::launch_all(runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given) const {
  if (!spans_are_kept() && replay_.run(gpu, launches_, given)) return;
  for (const Launched& launch : launches_) {
    run_step(*launch, gpu, given.first(launch->arguments.size()));
    given = given.subspan(launch->arguments.size());
  }
}

Program& Program::add_other(std::shared_ptr<GpuFunction> function, const abi::Frame& frame) {
  return *others_.emplace_back(std::make_unique<Program>(std::move(function), frame, std::span<const Resident>(), false));
}

std::string Program::print() const {
  std::string text = list_.print(function_->scheduled());
  if (replay_.has_graph()) text += "repeated: " + std::to_string(launches_.size()) + " launches as one graph\n";
  for (const std::unique_ptr<Program>& other : others_)
    text += "on " + other->function_->device().properties().name + ":\n" + other->print();
  return text;
}

}  // namespace unpython::driver
