// Numbers of the plan stay where they were noted; what differs is pointed at in the call that is repeated.
#include "driver/recorded_call.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace unpython::driver {
namespace {

/// A call with more launches spends its time on the device.
constexpr size_t kMostLaunches = 512;
/// Of a kernel; those with more are not kept.
constexpr size_t kMostArguments = 96;

/// The host part is kernels one after another, which only read the scalars of the call: no other value of a
/// scalar, as far as the plan leaves it open, changes which kernels run and how.
bool only_launches(const ir::Function& f) {
  return std::all_of(f.body.begin(), f.body.end(), [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    return loop != nullptr && loop->mark == ir::LoopMark::Grid;
  });
}

}  // namespace

bool RecordedCall::can_keep(const GpuFunction& function, std::span<const Resident> residents) {
  const ir::Function& f = function.scheduled();
  return f.disjoint_arguments && residents.size() == function.stored().size() &&
         std::all_of(residents.begin(), residents.end(), [&](const Resident& resident) {
           return !resident.foreign && resident.gpu == &function.gpu();
         });
}

RecordedCall::RecordedCall(std::shared_ptr<GpuFunction> function, std::shared_ptr<const Plan> plan,
                           const abi::Frame& frame)
    : function_(std::move(function)), plan_(std::move(plan)) {
  const ir::Function& f = function_->scheduled();
  if (only_launches(f)) return;
  size_t next = 0;
  for (const ir::Parameter& parameter : f.parameters) {
    if (parameter.is_array) continue;
    scalars_.push_back({frame.scalars[next], static_cast<size_t>(size_of(f[parameter.variable].type))});
    ++next;
  }
}

void RecordedCall::note(const runtime::DeviceCode& code, const runtime::LaunchGeometry& geometry,
                        std::span<const LaunchArgument> arguments) {
  const bool own_memory = std::any_of(arguments.begin(), arguments.end(), [](const LaunchArgument& argument) {
    return argument.source == LaunchArgument::Source::Memory && argument.index < 0;
  });
  if (own_memory || arguments.size() > kMostArguments || launches_.size() == kMostLaunches) spoil();
  if (is_whole_) launches_.push_back({&code, geometry, {arguments.begin(), arguments.end()}});
}

bool RecordedCall::finish(std::span<const abi::ScalarSlot> results, std::shared_ptr<const GpuRecord> record) {
  results_.assign(results.begin(), results.end());
  record_ = std::move(record);
  // Results that are computed from scalars would have to be computed again.
  return is_whole_ && (results_.empty() || !scalars_.empty());
}

bool RecordedCall::fits(const abi::Frame& frame, std::span<const Resident> residents) const {
  if (!can_keep(*function_, residents)) return false;
  for (size_t i = 0; i < residents.size(); ++i) {
    if (frame.arrays[i].data != residents[i].begin) return false;  // a part of what lies there
  }
  for (size_t i = 0; i < scalars_.size(); ++i) {
    if (std::memcmp(scalars_[i].value.bytes, frame.scalars[i].bytes, scalars_[i].bytes) != 0) return false;
  }
  return true;
}

void RecordedCall::repeat(const abi::Frame& frame, std::span<const Resident> residents) const {
  using Source = LaunchArgument::Source;
  const runtime::QueueHandle queue = function_->gpu().queue();
  runtime::KernelArgument given[kMostArguments];
  for (const Launch& launch : launches_) {
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
      const LaunchArgument& kept = launch.arguments[i];
      given[i] = LaunchArguments::as_given(kept);
      if (kept.source == Source::Memory) given[i].memory = residents[static_cast<size_t>(kept.index)].memory;
      if (kept.source == Source::Scalar && scalars_.empty()) given[i].value = frame.scalars[kept.index].bytes;
    }
    function_->device().launch(queue, *launch.code, 0, launch.geometry, {given, launch.arguments.size()});
  }
  std::copy(results_.begin(), results_.end(), frame.results);
}

}  // namespace unpython::driver
