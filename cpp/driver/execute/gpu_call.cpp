#include "driver/execute/gpu_call.h"

#include <string>

#include "driver/execute/gpu_machine.h"
#include "driver/steps/executor.h"
#include "driver/steps/kernel_errors.h"
#include "ir/interpret/interpret.h"
#include "ir/scalar_slot.h"
#include "runtime/device/device_failure.h"

namespace unpython::driver {
namespace {

const char* code_of(runtime::FailureKind kind) {
  switch (kind) {
    case runtime::FailureKind::OutOfMemory:
      return "OUT_OF_DEVICE_MEMORY";
    case runtime::FailureKind::Build:
      return "KERNEL_NOT_BUILT";
    case runtime::FailureKind::Lost:
      return "DEVICE_LOST";
    case runtime::FailureKind::Other:
      return "DEVICE_FAILED";
  }
  return "DEVICE_FAILED";
}

std::vector<ir::Constant> scalars_of(const ir::Function& f, const abi::Frame& frame) {
  std::vector<ir::Constant> scalars;
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array)
      scalars.push_back(ir::to_constant(f[parameter.variable].type, frame.scalars[scalars.size()]));
  }
  return scalars;
}

}  // namespace

ir::Outcome run_host_part(ir::Machine& machine, const std::function<void()>& settle, const GpuFunction& function,
                          const abi::Frame& frame) {
  const ir::Function& f = function.scheduled();
  try {
    ir::Outcome outcome = ir::interpret_on(machine, f, function.lifetimes(), scalars_of(f, frame));
    settle();
    return outcome;
  } catch (const KernelRaised& raised) {
    return raised.outcome;
  }
}

Fallback after_failure(const runtime::DeviceFailure& failure, const std::string& device, bool host_is_written) {
  if (host_is_written)
    throw DeviceError(std::string(failure.what()) +
                      "; the call had begun to store its results: some are there, some are not");
  return Fallback{device, code_of(failure.kind()), failure.what(), 0};
}

int32_t fill_results(const ir::Outcome& outcome, const abi::Frame& frame) {
  if (outcome.raised) {
    fill_error(outcome, *frame.error);
    return abi::kRaised;
  }
  for (size_t i = 0; i < outcome.results.size(); ++i) frame.results[i] = ir::to_slot(outcome.results[i]);
  return abi::kOk;
}

/// What results own goes to the host's or the device's side.
int32_t hand_over(const ir::Outcome& outcome, const std::vector<ir::ArrayId>& returned, GpuArrays& arrays,
                  const abi::Frame& frame, DeviceResults& kept) {
  const int32_t status = fill_results(outcome, frame);
  if (status != abi::kOk) return status;
  for (size_t i = 0; i < returned.size(); ++i) {
    if (arrays.keeps_results()) {
      kept.push_back(arrays.keep(returned[i]));
    } else {
      frame.memory[i] = arrays.take_host(returned[i]).release();
    }
  }
  return status;
}

std::variant<int32_t, Fallback> run_on_gpu(GpuFunction& function, const abi::Frame& frame,
                                           std::span<const runtime::Resident> residents, GpuRecord& record,
                                           StepList& steps, DeviceResults& kept, const CallRates& rates) {
  const ir::Function& f = function.scheduled();
  const std::string& name = function.device().properties().name;
  const std::span arguments(frame.arrays, function.stored().size());
  for (const runtime::Resident& resident : residents) {
    if (resident.gpu == &function.gpu()) continue;
    return Fallback{name, "ARRAY_ELSEWHERE",
                    "an argument lies on " + resident.gpu->device().properties().name, 0};
  }
  auto placement = footprint::place_arrays(f, arguments, function.stored(), residents);
  if (!placement)
    return Fallback{name, "UNALIGNED_OVERLAP", "arguments that overlap are not aligned to their items", 0};
  std::optional<Executor> executor;
  std::optional<GpuArrays> arrays;
  try {
    executor.emplace(function.gpu(), arguments, residents, function.specialization().options.memory_limit, &steps);
    arrays.emplace(f, arguments, std::move(*placement), residents, &*executor);
    arrays->put_near_host(function.near_host());
    GpuMachine machine(function, *arrays, record, rates, *frame.services);
    const ir::Outcome outcome = run_host_part(machine, [&] { machine.settle(); }, function, frame);
    const std::vector<ir::ArrayId> returned =
        outcome.raised ? std::vector<ir::ArrayId>() : f.returned_arrays();
    arrays->finish(returned);
    machine.note_results();
    record.bytes_in = arrays->count().in;
    record.bytes_out = arrays->count().out;
    return hand_over(outcome, returned, *arrays, frame, kept);
  } catch (const HostCodeStopped& stopped) {
    if (stopped.status == abi::kHostRaised) arrays->finish({});  // Python's arrays hold what was stored before
    return stopped.status;
  } catch (const runtime::DeviceFailure& failure) {
    return after_failure(failure, name, arrays && arrays->host_is_written());
  }
}

}  // namespace unpython::driver
