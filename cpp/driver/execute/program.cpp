#include "driver/execute/program.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "driver/execute/executor.h"
#include "driver/execute/gpu_call.h"
#include "driver/execute/read_results.h"

namespace unpython::driver {
namespace {

using runtime::Resident;

/// The host part is kernels and the memory of arrays, whose extents are in the key of the plan: no other
/// value of a scalar, as far as the plan leaves it open, changes which kernels run and how.
bool only_kernels_read_scalars(const ir::Function& f) {
  return std::all_of(f.body.begin(), f.body.end(), [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    return std::holds_alternative<ir::Allocate>(f[id].node) ||
           (loop != nullptr && (loop->mark == ir::LoopMark::Grid || loop->mark == ir::LoopMark::Group));
  });
}

/// Each array lies alone on the device of the function.
bool lies_there(const GpuFunction& function, std::span<const Resident> residents) {
  return function.scheduled().disjoint_arguments && residents.size() == function.stored().size() &&
         std::all_of(residents.begin(), residents.end(), [&](const Resident& resident) {
           return resident.gpu == &function.gpu();
         });
}

}  // namespace

Program::Program(std::shared_ptr<GpuFunction> function, const abi::Frame& frame,
                 std::span<const Resident> residents, bool is_exact)
    : function_(std::move(function)) {
  if (!is_exact || !lies_there(*function_, residents)) list_.spoil();
  if (!list_.is_whole()) return;
  const ir::Function& f = function_->scheduled();
  needs_same_scalars_ = !only_kernels_read_scalars(f);
  if (!needs_same_scalars_) return;
  for (const ir::Parameter& parameter : f.parameters) {
    if (parameter.is_array) continue;
    const auto bytes = static_cast<size_t>(size_of(f[parameter.variable].type));
    scalars_.push_back({frame.scalars[scalars_.size()], bytes});
  }
}

StepList& Program::add_other(std::shared_ptr<GpuFunction> function, const abi::Frame& frame) {
  return others_.emplace_back(std::make_unique<Program>(std::move(function), frame, std::span<const Resident>(), false))
      ->list();
}

bool Program::finish(std::span<const abi::ScalarSlot> results, std::shared_ptr<const GpuRecord> record) {
  list_.finish();
  if (!reads_all_that_it_may()) list_.spoil();
  for (const std::unique_ptr<Program>& other : others_) other->list_.finish();
  results_.assign(results.begin(), results.end());
  record_ = std::move(record);
  // Results that are computed from scalars would have to be computed again.
  if (!list_.is_whole() || !(results_.empty() || needs_same_scalars_)) return false;
  replay_.emplace(list_);
  return true;
}

/// What elements decide is whether others are read too: each of those is there.
bool Program::reads_all_that_it_may() const {
  const std::vector<kernel::HostRead>& perhaps = function_->read_decisions().perhaps;
  const std::vector<kernel::HostRead>& reads = list_.reads();
  return std::all_of(perhaps.begin(), perhaps.end(), [&](const kernel::HostRead& read) {
    return std::find(reads.begin(), reads.end(), read) != reads.end();
  });
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
  Executor executor(function_->gpu(), residents, function_->specialization().options.memory_limit, nullptr);
  if (!executor.reserve(list_)) return std::nullopt;
  try {
    const std::vector<const std::byte*> values =
        executor.run(list_, needs_same_scalars_ ? nullptr : frame.scalars, *replay_, kept);
    if (!values.empty()) return fill_results(read_results(*function_, frame, list_, values), frame);
  } catch (const KernelRaised& raised) {
    fill_error(raised.outcome, *frame.error);
    return abi::kRaised;
  }
  std::copy(results_.begin(), results_.end(), frame.results);
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
