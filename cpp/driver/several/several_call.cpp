#include "driver/several/several_call.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "driver/execute/gpu_arrays.h"
#include "driver/execute/gpu_call.h"
#include "driver/execute/gpu_machine.h"
#include "driver/several/helpers.h"
#include "driver/several/several_machine.h"
#include "footprint/placement.h"
#include "runtime/device/device_failure.h"

namespace unpython::driver {
namespace {

/// One device of a call.
struct Lane {
  Lane(GpuFunction& on, const abi::Frame& frame, const footprint::Placement& placement, StepList& steps,
       const CallRates& rates)
      : function(on),
        executor(on.gpu(), {frame.arrays, on.stored().size()}, {}, on.specialization().options.memory_limit, &steps),
        arrays(on.scheduled(), {frame.arrays, on.stored().size()}, placement, {}, &executor),
        machine(on, arrays, record, rates, *frame.services) {
    arrays.mark_shared();
    steps.spoil();
    executor.never_wait();
  }
  GpuFunction& function;
  GpuRecord record;
  Executor executor;
  GpuArrays arrays;
  GpuMachine machine;
};
using Lanes = std::vector<std::unique_ptr<Lane>>;

void add_group(std::vector<GroupReport>& groups, const GroupReport& more) {
  const auto known = std::find_if(groups.begin(), groups.end(),
                                  [&](const GroupReport& group) { return group.arrays == more.arrays; });
  if (known == groups.end()) return groups.push_back(more);
  known->bytes += more.bytes;
  known->copied_in += more.copied_in;
  known->copied_out += more.copied_out;
}

/// Of the same kernel on another device.
void add_kernel(std::vector<KernelRecord>& kernels, const KernelRecord& more) {
  const auto known = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const KernelRecord& kernel) { return kernel.name == more.name; });
  if (known == kernels.end()) return kernels.push_back(more);
  known->launches += more.launches;
  if (more.tiles > known->tiles) {
    known->tiles = more.tiles;
    known->tile = more.tile;
  }
  if (known->tiled_for.empty()) known->tiled_for = more.tiled_for;
  known->bytes_in += more.bytes_in;
  known->bytes_out += more.bytes_out;
  for (const GroupReport& group : more.groups) add_group(known->groups, group);
}

void collect(const Lanes& lanes, const SeveralMachine& machine, GpuRecord& record) {
  record.both = machine.both_sides();
  if (record.both.host_share > 0) record.devices.push_back({"cpu"});
  for (size_t n = 0; n < lanes.size(); ++n) {
    const Lane& lane = *lanes[n];
    const runtime::MovedBytes& moved = lane.arrays.count();
    record.bytes_in += moved.in;
    record.bytes_out += moved.out;
    record.devices.push_back(
        {lane.function.device().properties().name, moved.in, moved.out, machine.bytes_between(n)});
    for (const KernelRecord& kernel : lane.record.kernels) add_kernel(record.kernels, kernel);
  }
}

std::vector<runtime::Gpu*> gpus_of(const GpuFunction& function) {
  std::vector<runtime::Gpu*> gpus{&function.gpu()};
  for (const std::shared_ptr<GpuFunction>& other : function.others()) gpus.push_back(&other->gpu());
  return gpus;
}

/// The arrays that the devices hold together have what earlier calls left there, and keep what this one leaves.
class DealtArguments {
 public:
  DealtArguments(std::span<DealtArray* const> dealt, Lanes& lanes, const ir::Function& f) : lanes_(lanes) {
    for (DealtArray* const array : dealt) locks_.push_back(array->lock());
    for (DealtArray* const array : dealt) {
      if (const std::optional<ir::ArrayId> argument = only_argument(*array, f)) {
        array->fit(first()[*argument]);
        taken_.push_back({array, *argument});
      } else {
        array->bring_home(true);
      }
    }
    for (const Taken& taken : taken_) {
      std::vector<DealtPart> parts = taken.array->take();
      for (size_t n = 0; n < lanes_.size(); ++n) lanes_[n]->arrays.adopt(taken.argument, std::move(parts[n]));
    }
    if (dealt.empty()) return;
    for (const std::unique_ptr<Lane>& lane : lanes_) lane->arrays.keep_dealt_results();
  }
  ~DealtArguments() {
    for (const Taken& taken : taken_) taken.array->give_back(leave(taken.argument));
  }
  DealtArguments(const DealtArguments&) = delete;
  DealtArguments& operator=(const DealtArguments&) = delete;

  /// The call has ended without an exception: what devices have is whole.
  void mark_ended() { ended_ = true; }
  [[nodiscard]] std::shared_ptr<DealtArray> result(ir::ArrayId array, std::vector<runtime::Gpu*> gpus) {
    const footprint::CallArray& known = first()[array];
    const int64_t bytes = first().bytes_of(known.buffer);
    static_cast<void>(first().host_of(known.buffer));
    footprint::CallArray placed = known;
    OwnedMemory home = first().take_host(array);
    placed.host.data = home.get();
    auto made = std::make_shared<DealtArray>(std::move(gpus), bytes, std::move(home));
    made->fit(placed);
    made->give_back(leave(array));
    return made;
  }

 private:
  struct Taken {
    DealtArray* array;
    ir::ArrayId argument;
  };
  [[nodiscard]] GpuArrays& first() { return lanes_.front()->arrays; }
  /// The one that lies there, if no other does and it shares memory with none.
  [[nodiscard]] std::optional<ir::ArrayId> only_argument(const DealtArray& array, const ir::Function& f) {
    std::optional<ir::ArrayId> only;
    for (const ir::Parameter& parameter : f.parameters) {
      if (!parameter.is_array || !array.holds(first()[parameter.array].host.data)) continue;
      if (only || first().sharers(parameter.array).size() > 1) return std::nullopt;
      only = parameter.array;
    }
    return only;
  }
  [[nodiscard]] std::vector<DealtPart> leave(ir::ArrayId array) {
    std::vector<DealtPart> parts;
    for (const std::unique_ptr<Lane>& lane : lanes_) parts.push_back(lane->arrays.leave(array, ended_));
    return parts;
  }

  Lanes& lanes_;
  std::vector<std::unique_lock<std::recursive_mutex>> locks_;
  std::vector<Taken> taken_;
  bool ended_ = false;
};

}  // namespace

bool are_dealt_to(const GpuFunction& function, std::span<DealtArray* const> arrays) {
  return std::all_of(arrays.begin(), arrays.end(),
                     [&](const DealtArray* array) { return array->gpus() == gpus_of(function); });
}

std::variant<int32_t, Fallback> run_on_several(GpuFunction& function, const abi::Frame& frame,
                                               std::span<DealtArray* const> dealt, GpuRecord& record,
                                               Program& program, DeviceResults& kept, const CallRates& rates,
                                               const HostShare& host) {
  const ir::Function& f = function.scheduled();
  const auto placement =
      footprint::place_arrays(f, {frame.arrays, function.stored().size()}, function.stored());
  if (!placement)
    return Fallback{function.devices(), "UNALIGNED_OVERLAP", "arguments that overlap are not aligned to their items", 0};
  Lanes lanes;
  try {
    lanes.push_back(std::make_unique<Lane>(function, frame, *placement, program.list(), rates));
    for (const std::shared_ptr<GpuFunction>& other : function.others()) {
      lanes.push_back(std::make_unique<Lane>(*other, frame, *placement, program.add_other(other, frame), rates));
      lanes.back()->arrays.share_with(lanes.front()->arrays);
    }
    DealtArguments held(dealt, lanes, f);
    std::vector<GpuMachine*> machines;
    for (const std::unique_ptr<Lane>& lane : lanes) machines.push_back(&lane->machine);
    Helpers helpers;
    SeveralMachine machine(machines, helpers, host, *frame.services);
    const ir::Outcome outcome = run_host_part(machine, [&] { machine.settle(); }, function, frame);
    const std::vector<ir::ArrayId> returned =
        outcome.raised ? std::vector<ir::ArrayId>() : f.returned_arrays();
    const auto finish = [&](size_t n) {
      lanes[n]->arrays.finish(returned);
      lanes[n]->machine.note_results();
    };
    const bool moves = std::any_of(lanes.begin(), lanes.end(), [](const std::unique_ptr<Lane>& lane) {
      return lane->arrays.has_to_go_home();
    });
    if (moves) helpers.run(lanes.size(), finish);
    for (size_t n = 0; !moves && n < lanes.size(); ++n) finish(n);
    collect(lanes, machine, record);
    if (dealt.empty() || outcome.raised) return hand_over(outcome, returned, lanes.front()->arrays, frame, kept);
    held.mark_ended();
    for (const ir::ArrayId array : returned) kept.push_back(held.result(array, gpus_of(function)));
    return fill_results(outcome, frame);
  } catch (const HostCodeStopped& stopped) {
    if (stopped.status == abi::kHostRaised) {
      for (const std::unique_ptr<Lane>& lane : lanes) lane->arrays.finish({});
    }
    return stopped.status;
  } catch (const runtime::DeviceFailure& failure) {
    const bool written = std::any_of(lanes.begin(), lanes.end(), [](const std::unique_ptr<Lane>& lane) {
      return lane->arrays.host_is_written();
    });
    return after_failure(failure, function.devices(), written);
  }
}

}  // namespace unpython::driver
