#include "driver/choose/cost_model.h"

#include <algorithm>
#include <cmath>

#include "driver/choose/cpu_time.h"
#include "driver/choose/device_run.h"
#include "driver/execute/plan_launch.h"
#include "driver/several/host_part.h"
#include "driver/steps/steps.h"

namespace unpython::driver {
namespace {

/// From a call to its first launch: arguments are placed, boxes are found. Measured, and much the same
/// everywhere.
constexpr double kCallSeconds = 50e-6;
/// The same where the steps of an earlier call are run again.
constexpr double kAgainSeconds = 15e-6;
/// Work items of a multiprocessor that keep it busy, as a part of those it can hold.
constexpr double kBusyShare = 0.1;
constexpr double kThreadsUnknown = 1024;
constexpr double kMilliseconds = 1e3;
/// What the host does for each launch of a loop: its numbers, and what is there; then, where it is not the same each time,
/// what it touches. Measured, and much the same everywhere.
constexpr double kPrepareSeconds = 7e-6;
constexpr double kTouchedSeconds = 1e-5;
/// Loads of a work item wait for memory: several together, or one after the other where it stores to what it loads.
constexpr double kStepSeconds = 30e-9;
constexpr double kInPlaceStepSeconds = 150e-9;
constexpr double kScatteredStepSeconds = 650e-9;
/// Of one work item, in simple operations that wait for each other.
constexpr double kStepsOfDivision = 8;
constexpr double kStepsOfFunction = 20;

/// Of divisions and functions.
double chained_steps(const cost::OperationCounts& counts) {
  return kStepsOfDivision * (counts.narrow.divisions + counts.wide.divisions) +
         kStepsOfFunction * (counts.narrow.functions + counts.wide.functions);
}

// On the device.

double items_to_be_busy(const abi::DeviceProperties& device) {
  if (device.is_cpu) return 1;
  const double threads =
      device.threads_per_multiprocessor > 0 ? device.threads_per_multiprocessor : kThreadsUnknown;
  return kBusyShare * threads * device.multiprocessors;
}

double arithmetic_seconds(const cost::FloatCounts& counts, const runtime::ArithmeticRates& rates) {
  return over(counts.simple, rates.simple) + over(counts.divisions, rates.divisions) +
         over(counts.functions, rates.functions);
}

/// Chains of narrow divisions wait for each other more than those of a loop do: at least as fast as wide
/// ones.
runtime::ArithmeticRates narrow_rates(const runtime::DeviceRates& rates) {
  runtime::ArithmeticRates narrow = rates.narrow;
  narrow.divisions = std::max(narrow.divisions, rates.wide.divisions);
  return narrow;
}

/// How a call runs: as the first of its kind, or again from a list of steps (driver/execute/program.h).
enum class Turn : uint8_t { First, Again };

/// Of the host, for each launch of a loop, on whichever side it then runs.
double prepare_seconds(const PartWork& part, const abi::DeviceProperties& device) {
  if (part.launches <= 1 || device.is_cpu) return 0;
  const bool changes = part.total_bytes > part.footprint_bytes;
  return kPrepareSeconds + (changes ? kTouchedSeconds : 0);
}

double launch_seconds(const PartWork& part, const abi::DeviceProperties& device,
                      const runtime::DeviceRates& rates, Turn turn) {
  if (turn == Turn::Again) return rates.replay_seconds;
  return rates.launch_seconds + prepare_seconds(part, device);
}

/// What a work item waits for memory in each step of a loop in order.
double step_seconds(const PartWork& part) {
  if (!part.in_place) return kStepSeconds;
  return part.scattered_loads > part.loads ? kScatteredStepSeconds : kInPlaceStepSeconds;
}

/// What a work item waits in its loops in order, however few items there are: for memory, and for divisions and functions, which are
/// chains of operations.
double steps_seconds(const PartWork& part, const runtime::DeviceRates& rates) {
  if (part.steps == 0) return 0;
  const double chains = chained_steps(part.operations) / (part.launches * part.iterations);
  return part.steps * step_seconds(part) + over(chains, rates.item_operations);
}

double kernel_seconds(const PartWork& part, const abi::DeviceProperties& device,
                      const runtime::DeviceRates& rates, Turn turn) {
  const runtime::ArithmeticRates& wide = rates.wide.simple > 0 ? rates.wide : rates.narrow;
  const double arithmetic = arithmetic_seconds(part.operations.narrow, narrow_rates(rates)) +
                            arithmetic_seconds(part.operations.wide, wide) +
                            2 * over(part.operations.integer, rates.narrow.simple);
  // Rows go through local memory, except on processors (transform/shared_reads/find_rows.h).
  const double staged = device.is_cpu ? 0 : part.row_loads;
  // Tiles of a product are in registers, on either side.
  const double loads = part.cpu.code == cost::CpuCode::Tiled
                           ? 0
                           : over(part.loads + staged, rates.loads) +
                                 over(part.scattered_loads - staged, rates.scattered_loads);
  const double idle = std::max(1.0, items_to_be_busy(device) / part.iterations);
  const double memory = over(part.launches * part.footprint_bytes, rates.memory_bytes);
  const double steps = device.is_cpu ? 0 : part.launches * steps_seconds(part, rates);
  return part.launches * part.kernels * launch_seconds(part, device, rates, turn) +
         std::max({idle * std::max(arithmetic, loads), memory, steps});
}

/// A loop in order, on one work item.
double item_seconds(const PartWork& part, const abi::DeviceProperties& device, const runtime::DeviceRates& rates, Turn turn) {
  const cost::OperationCounts& counts = part.operations;
  const double steps = counts.narrow.simple + counts.wide.simple + counts.integer + chained_steps(counts) + part.loads +
                       part.scattered_loads;
  return part.launches * launch_seconds(part, device, rates, turn) + over(steps, rates.item_operations);
}

double cpu_seconds(const CallWork& work, const runtime::DeviceRates& rates, const CpuRates& cpu) {
  return seconds_out(work.resident_bytes_out, rates) + seconds_in(work.resident_bytes_in, rates) +
         parts_seconds(work, cpu);
}

// The call on the device, whose parts in order the processor may run.

double gpu_seconds(const CallWork& work, const abi::DeviceProperties& device,
                   const runtime::DeviceRates& rates, const CpuRates& cpu, Turn turn) {
  PartTimes times;
  for (const PartWork& part : work.parts) {
    const double on_device =
        part.in_order && !device.is_cpu ? item_seconds(part, device, rates, turn) : kernel_seconds(part, device, rates, turn);
    const double prepare = turn == Turn::Again ? 0 : part.launches * prepare_seconds(part, device);
    const double on_host = part_seconds(part, work.touched_bytes, cpu, 1) + prepare;
    times.device.push_back(on_device / part.launches);
    times.host.push_back(on_host / part.launches);
  }
  const DeviceRun run = walk(work, times, rates);
  if (turn == Turn::Again && !run.is_one_sided) return gpu_seconds(work, device, rates, cpu, Turn::First);
  const double start = turn == Turn::Again ? kAgainSeconds : kCallSeconds;
  if (work.parts.size() != 1 || !run.is_one_sided ||
      work.bytes_in + work.bytes_out < static_cast<double>(kLeastOverlapped))
    return start + run.in + run.kernels + run.host + run.between + run.out;
  const double link = std::max({run.in, run.out, over(work.bytes_in + work.bytes_out, rates.bytes_both)});
  return start + std::max(link, run.kernels) + std::min(link, run.kernels) / 4;
}

/// Nothing that a kernel computes decides what is launched next: the steps of a call serve the next ones.
bool is_repeatable(const CallWork& work, const runtime::DeviceRates& rates) {
  const auto decides = [&](const PartWork& part) {
    return part.has_result && (part.launches > 1 || &part != &work.parts.back());
  };
  double launches = 0;
  for (const PartWork& part : work.parts) launches += part.launches * part.kernels;
  return rates.replay_seconds > 0 && launches <= static_cast<double>(kMostLaunches) &&
         std::none_of(work.parts.begin(), work.parts.end(), decides);
}

/// Of a call that is one of several.
double gpu_seconds(const CallWork& work, const abi::DeviceProperties& device,
                   const runtime::DeviceRates& rates, const CpuRates& cpu) {
  return gpu_seconds(work, device, rates, cpu, is_repeatable(work, rates) ? Turn::Again : Turn::First);
}

// On both at once.

/// What half of the iterations are.
CallWork half_of(const CallWork& work) {
  CallWork half = work;
  half.bytes_in = work.half_bytes_in;
  half.bytes_out = work.half_bytes_out;
  for (PartWork& part : half.parts) {
    cost::OperationCounts counts;
    counts.add(part.operations, 0.5);
    part.operations = counts;
    for (double* amount : {&part.iterations, &part.loads, &part.scattered_loads, &part.row_loads,
                           &part.footprint_bytes, &part.first_bytes, &part.total_bytes})
      *amount /= 2;
    for (Reread& again : part.rereads) again.bytes /= 2;
  }
  return half;
}

/// A part of the threads moves data meanwhile.
double slower_beside_copies(int threads) {
  return static_cast<double>(threads) / static_cast<double>(threads_beside_copies(threads));
}

}  // namespace

BothLines both_lines(const CallWork& work, const abi::DeviceProperties& device,
                     const runtime::DeviceRates& rates, const CpuRates& cpu) {
  if (!work.may_be_dealt) return {};
  const double all = kMilliseconds * gpu_seconds(work, device, rates, cpu);
  const double half = kMilliseconds * gpu_seconds(half_of(work), device, rates, cpu);
  SideLine on_device{.start = 0, .all = 2 * (all - half)};
  on_device.start = std::max(0.0, all - on_device.all);
  SideLine on_host{.start = kMilliseconds * starts_seconds(work, cpu), .all = 0};
  on_host.all = slower_beside_copies(threads_of(work, cpu)) *
                std::max(0.0, kMilliseconds * cpu_seconds(work, rates, cpu) - on_host.start);
  return {on_host, on_device};
}

Estimate estimate(const CallWork& work, const abi::DeviceProperties& device,
                  const runtime::DeviceRates& rates, const CpuRates& cpu) {
  const double on_cpu = cpu_seconds(work, rates, cpu);
  return {.gpu_milliseconds = kMilliseconds * gpu_seconds(work, device, rates, cpu),
          .cpu_milliseconds = kMilliseconds * on_cpu,
          .affordable_bytes = on_cpu * rates.bytes_both};
}

CallRates call_rates(const runtime::DeviceRates& rates, const CpuRates& cpu) {
  return {.result_seconds = rates.launch_seconds + rates.transfer_seconds,
          .bytes_in = rates.bytes_in,
          .bytes_out = rates.bytes_out,
          .item_operations = rates.item_operations,
          .host_operations = cpu.arithmetic / (std::max(cpu.threads, 1) * cpu.lanes)};
}

}  // namespace unpython::driver
