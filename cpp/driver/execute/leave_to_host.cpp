// Kernels that the host runs: those of one work item that end there sooner, and those that the device has no room for.
#include <algorithm>

#include "driver/execute/gpu_machine.h"
#include "driver/steps/host_call.h"
#include "driver/steps/run_twin.h"
#include "runtime/device/device_failure.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

/// The host's memory of an argument is not written early, after which a failing device ends the call, for less.
constexpr double kLeastSaved = 500e-6;

using footprint::ArrayUse;
using kernel::Kernel;

}  // namespace

/// What no tile has room for runs elsewhere: the whole call, or what is left of it on the host.
void GpuMachine::leave_to_host(const Launch& launch, bool is_begun) {
  const Kernel& kernel = launch.kernel;
  if (!is_begun && !arrays_.host_is_written()) {
    const int line = function_.scheduled()[kernel.root].range.line;
    throw runtime::DeviceFailure(runtime::FailureKind::OutOfMemory, device_.properties().name,
                                 "one iteration of the loop in line " + std::to_string(line),
                                 "more than the device has memory for", executor_.room());
  }
  KernelRecord& record = record_of(kernel);
  record.host_code = "OUT_OF_DEVICE_MEMORY";
  record.host_reason = "one iteration needs more memory than the device has for it";
  run_on_host(launch);
}

/// What it touches is of the host alone, where the call begins and where it ends.
bool GpuMachine::is_stepped_through(const Kernel& kernel) const {
  return function_.host_arrays().kernels.contains(kernel.root) &&
         std::all_of(kernel.arrays.begin(), kernel.arrays.end(), [&](const kernel::KernelArray& array) {
           return (!array.loaded && !array.stored) || arrays_.is_alone_on_host(array.array);
         });
}

/// A call that is repeated by its steps computes again what it makes of elements.
bool GpuMachine::is_recomputed(ir::ArrayId array) const {
  const kernel::HostArrays& of_host = function_.host_arrays();
  return !of_host.decide && of_host.arrays.contains(array) && arrays_.is_alone_on_host(array);
}

/// Does nothing if a kernel before has raised.
void GpuMachine::store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) {
  settle();
  if (!is_recomputed(array)) executor_.list().spoil();
  executor_.list().add(StoreStep{array});
  arrays_.store(array, indices, value);
}

bool GpuMachine::is_for_host(const Launch& launch) {
  // A processor has no work items that wait for each other: processor_twin.h takes Grid loops.
  const auto& root = std::get<ir::For>(function_.scheduled()[launch.kernel.root].node);
  if (root.mark == ir::LoopMark::Group) return false;
  if (function_.sides() == Sides::Host) return true;
  if (function_.sides() == Sides::Turns) return turn_++ % 2 == 0;
  const std::optional<ir::ExprId> work = function_.work_on_one_item(launch.kernel);
  if (!work) return false;
  const auto operations = static_cast<double>(launch.value(*work).integer);
  const double on_item = operations / rates_.item_operations;
  const double saved = device_.properties().is_cpu ? 0 : on_item - operations / rates_.host_operations;
  if (saved < kLeastSaved && stays(launch.kernel)) return false;
  if (!is_faster_on_host(launch, saved)) return false;
  KernelRecord& record = record_of(launch.kernel);
  record.host_code = "ONE_WORK_ITEM";
  record.host_reason =
      "the loop runs in order, which the processor does sooner than one work item of the device";
  return true;
}

/// `saved`: what the processor is faster by, but for what moves.
bool GpuMachine::is_faster_on_host(const Launch& launch, double saved) const {
  const Kernel& kernel = launch.kernel;
  const KnownUses::Uses uses = uses_of_all(kernel, launch, footprint::kMostBoxes);
  int64_t to_device = 0;
  int64_t to_host = 0;
  bool stores = false;
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const ir::ArrayId array = kernel.arrays[i].array;
    const ArrayUse& use = (*uses)[i];
    to_device += arrays_.missing_bytes(array, use, Adding::More);
    to_host += arrays_.bytes_to_host(array, use);
    stores |= kernel.arrays[i].stored && arrays_.is_argument(array);
  }
  const double on_device = rates_.result_seconds + static_cast<double>(to_device) / rates_.bytes_in;
  const double on_host = (to_host > 0 ? rates_.result_seconds : 0) + static_cast<double>(to_host) / rates_.bytes_out;
  return on_device + saved - on_host > (stores ? kLeastSaved : 0);
}

/// Functions of the host see their arrays as they are newest, and may do what cannot be done again.
void GpuMachine::call_host(const ir::CallHost& call, std::span<const ir::Constant> values) {
  settle();
  executor_.list().add(CallStep{call.function});
  arrays_.write_stored();
  std::vector<abi::ArrayArgument> arrays;
  const auto use_of = [&](const ir::HostArgument& argument) {
    const footprint::CallArray& known = arrays_[argument.array];
    const footprint::Footprint all(footprint::whole_box(known.host.extents, known.rank));
    return ArrayUse{.loaded = all, .stored = argument.stored ? all : footprint::Footprint(), .certain = {}};
  };
  for (const ir::HostArgument& argument : call.arguments)
    if (argument.array.valid()) arrays.push_back(arrays_.on_host(argument.array, use_of(argument)));
  arrays_.mark_begun();
  const Span span("run", "Python");
  const int32_t status = driver::call_host(services_, function_.scheduled(), call, values, arrays);
  for (const ir::HostArgument& argument : call.arguments) {
    if (!argument.array.valid() || !argument.stored) continue;
    values_.forget(argument.array);
    arrays_.mark_stored_by_host(argument.array, use_of(argument));
  }
  if (status != abi::kOk) throw HostCodeStopped{status};
}

void GpuMachine::run_on_host(const Launch& launch) {
  settle();
  executor_.list().spoil();  // its data may not be on the device the next time
  const Kernel& kernel = launch.kernel;
  const KnownUses::Uses uses = uses_of_all(kernel, launch, footprint::kMostBoxes);
  std::vector<abi::ArrayArgument> arrays;
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const kernel::KernelArray& array = kernel.arrays[i];
    const bool used = array.loaded || array.stored;
    arrays.push_back(used ? arrays_.on_host(array.array, (*uses)[i]) : arrays_[array.array].host);
  }
  executor_.list().add(RunStep{&kernel, launch.extents});
  abi::ErrorRecord error;
  const int32_t status = run_twin(function_,
                                  {.kernel = kernel,
                                   .arrays = arrays,
                                   .scalars = launch.scalars,
                                   .extents = launch.extents,
                                   .firsts = launch.firsts},
                                  services_, error);
  if (status != abi::kOk && status != abi::kRaised) throw HostCodeStopped{status};
  for (size_t i = 0; i < kernel.arrays.size(); ++i)
    arrays_.mark_stored_by_host(kernel.arrays[i].array, (*uses)[i]);
  if (status == abi::kRaised) throw KernelRaised{outcome_of(error)};
}

}  // namespace unpython::driver
