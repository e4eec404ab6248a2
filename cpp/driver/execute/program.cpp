#include "driver/execute/program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "driver/execute/gpu_call.h"
#include "driver/execute/read_results.h"
#include "driver/execute/recompute.h"
#include "driver/steps/executor.h"

namespace unpython::driver {
namespace {

using runtime::Resident;

/// The host part computes again what it makes of elements on the host.
bool recomputes(const GpuFunction& function) {
  return !function.host_arrays().decide && !function.host_arrays().arrays.empty();
}

/// Each array lies alone on the device of the function, as a whole or not; those that only the host part touches, on the host.
bool lies_there(const GpuFunction& function, const abi::Frame& frame, std::span<const Resident> residents, bool whole) {
  const ir::Function& f = function.scheduled();
  const abi::ArrayArgument* argument = frame.arrays;
  auto next = residents.begin();
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array) continue;
    const void* const data = (argument++)->data;
    if (recomputes(function) && function.host_arrays().arrays.contains(parameter.array)) continue;
    if (next == residents.end() || next->gpu != &function.gpu() || (whole && next->begin != data)) return false;
    ++next;
  }
  return f.disjoint_arguments && next == residents.end();
}

}  // namespace

Program::Program(std::shared_ptr<GpuFunction> function, const abi::Frame& frame,
                 std::span<const Resident> residents, bool is_exact)
    : function_(std::move(function)), comes_from_host_(residents.empty()) {
  if (!is_exact || !(comes_from_host_ || lies_there(*function_, frame, residents, false))) list_.spoil();
  if (recomputes(*function_) && !function_->scheduled().disjoint_arguments) list_.spoil();
  const std::optional<std::set<ir::VarId>>& same = function_->steering(comes_from_host_);
  if (!same) list_.spoil();
  if (!list_.is_whole()) return;
  const ir::Function& f = function_->scheduled();
  size_t index = 0;
  for (const ir::Parameter& parameter : f.parameters) {
    if (parameter.is_array) continue;
    if (same->contains(parameter.variable))
      scalars_.push_back({index, static_cast<size_t>(size_of(f[parameter.variable].type)), frame.scalars[index]});
    ++index;
  }
}

StepList& Program::add_other(std::shared_ptr<GpuFunction> function, const abi::Frame& frame) {
  return others_.emplace_back(std::make_unique<Program>(std::move(function), frame, std::span<const Resident>(), false))
      ->list();
}

bool Program::finish(std::span<const abi::ScalarSlot> results, std::shared_ptr<const GpuRecord> record) {
  list_.finish();
  if (!reads_all_that_it_may()) list_.spoil();
  // A kernel that raises leaves something undone that the host part has stored.
  if (recomputes(*function_) && (may_raise(list_.arguments()) || !list_.reads().empty())) list_.spoil();
  for (const std::unique_ptr<Program>& other : others_) other->list_.finish();
  results_.assign(results.begin(), results.end());
  record_ = std::move(record);
  if (!list_.is_whole()) return false;
  for (const Scalar& scalar : scalars_) list_.fix_scalar(scalar.index);
  replay_.emplace(list_);
  return true;
}

/// What elements decide is whether others are read too: each of those is there.
bool Program::reads_all_that_it_may() const {
  const std::vector<kernel::HostRead>& perhaps = function_->read_decisions().perhaps;
  const std::vector<ReadStep>& reads = list_.reads();
  return std::all_of(perhaps.begin(), perhaps.end(), [&](const kernel::HostRead& element) {
    return std::any_of(reads.begin(), reads.end(), [&](const ReadStep& read) { return read.element == element; });
  });
}

bool Program::fits(const abi::Frame& frame, std::span<const Resident> residents) const {
  if (residents.empty() != comes_from_host_ || !(comes_from_host_ || lies_there(*function_, frame, residents, true))) return false;
  return std::all_of(scalars_.begin(), scalars_.end(), [&](const Scalar& scalar) {
    return std::memcmp(scalar.value.bytes, frame.scalars[scalar.index].bytes, scalar.bytes) == 0;
  });
}

std::optional<int32_t> Program::run(const abi::Frame& frame, std::span<const Resident> residents,
                                    DeviceResults& kept) const {
  Executor executor(function_->gpu(), {frame.arrays, function_->stored().size()}, residents,
                    function_->specialization().options.memory_limit, nullptr);
  std::optional<Recomputed> again;
  if (recomputes(*function_)) again = recompute(*function_, frame);
  if (again && again->outcome.raised) return std::nullopt;
  try {
    if (!executor.reserve(list_)) return std::nullopt;
    const CallScalars scalars{frame.scalars, again ? again->scalars : std::span<const abi::ScalarSlot>()};
    const std::vector<const std::byte*> values = executor.run(list_, scalars, *replay_, kept);
    if (again) {
      again->stores.write();
      static_cast<void>(fill_results(again->outcome, frame));  // it has not raised
    } else if (values.empty()) {
      std::copy(results_.begin(), results_.end(), frame.results);
    } else if (fill_results(read_results(*function_, frame, list_, values), frame) == abi::kRaised) {
      return abi::kRaised;
    }
  } catch (const KernelRaised& raised) {
    if (comes_from_host_) return std::nullopt;  // what kernels before the exception stored is not there yet
    fill_error(raised.outcome, *frame.error);
    return abi::kRaised;
  } catch (const runtime::DeviceFailure& failure) {
    if (!comes_from_host_) throw;
    static_cast<void>(after_failure(failure, function_->device().properties().name, executor.host_is_written()));
    return std::nullopt;
  }
  for (size_t i = 0; i < executor.results().size(); ++i) frame.memory[i] = executor.results()[i].release();
  return abi::kOk;
}

std::string Program::print() const {
  std::string text = list_.print(function_->scheduled());
  if (replay_ && replay_->has_graph())
    text += "repeated: " + std::to_string(list_.launch_count()) + " launches as one graph\n";
  for (const std::unique_ptr<Program>& other : others_)
    text += "on " + other->function_->device().properties().name + ":\n" + other->print();
  return text;
}

}  // namespace unpython::driver
