#include "driver/choose/cost_model.h"

#include <algorithm>
#include <cmath>

#include "driver/choose/device_run.h"
#include "driver/execute/plan_launch.h"
#include "driver/several/host_part.h"

namespace unpython::driver {
namespace {

/// From a call to its first launch: arguments are placed, boxes are found. Measured, and much the same
/// everywhere.
constexpr double kCallSeconds = 50e-6;
/// Work items of a multiprocessor that keep it busy, as a part of those it can hold.
constexpr double kBusyShare = 0.25;
constexpr double kThreadsUnknown = 1024;
constexpr double kMilliseconds = 1e3;
/// Simple operations that a processor does at once where none is on a vector: its rate is that of one vector at a time.
constexpr double kAtOnce = 2;
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

double over(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

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

double launch_seconds(const PartWork& part, const abi::DeviceProperties& device,
                      const runtime::DeviceRates& rates) {
  if (part.launches <= 1 || device.is_cpu) return rates.launch_seconds;
  const bool changes = part.total_bytes > part.footprint_bytes;
  return rates.launch_seconds + kPrepareSeconds + (changes ? kTouchedSeconds : 0);
}

/// What a work item waits in each step of a loop in order, however few of them there are.
double step_seconds(const PartWork& part) {
  if (!part.in_place) return kStepSeconds;
  return part.scattered_loads > part.loads ? kScatteredStepSeconds : kInPlaceStepSeconds;
}

double kernel_seconds(const PartWork& part, const abi::DeviceProperties& device,
                      const runtime::DeviceRates& rates) {
  const runtime::ArithmeticRates& wide = rates.wide.simple > 0 ? rates.wide : rates.narrow;
  const double arithmetic = arithmetic_seconds(part.operations.narrow, narrow_rates(rates)) +
                            arithmetic_seconds(part.operations.wide, wide) +
                            2 * over(part.operations.integer, rates.narrow.simple);
  // Rows go through local memory, except on processors (transform/shared_reads/find_rows.h).
  const double staged = device.is_cpu ? 0 : part.row_loads;
  // Tiles of a product are in registers, on either side.
  const double loads = part.cpu == cost::CpuCode::Tiled
                           ? 0
                           : over(part.loads + staged, rates.loads) +
                                 over(part.scattered_loads - staged, rates.scattered_loads);
  const double idle = std::max(1.0, items_to_be_busy(device) / part.iterations);
  const double memory = over(part.launches * part.footprint_bytes, rates.memory_bytes);
  const double steps = device.is_cpu ? 0 : part.launches * part.steps * step_seconds(part);
  return part.launches * launch_seconds(part, device, rates) +
         std::max({idle * std::max(arithmetic, loads), memory, steps});
}

/// A loop in order, on one work item.
double item_seconds(const PartWork& part, const runtime::DeviceRates& rates) {
  const cost::OperationCounts& counts = part.operations;
  const double steps = counts.narrow.simple + counts.wide.simple + counts.integer +
                       kStepsOfDivision * (counts.narrow.divisions + counts.wide.divisions) +
                       kStepsOfFunction * (counts.narrow.functions + counts.wide.functions) + part.loads +
                       part.scattered_loads;
  return part.launches * rates.launch_seconds + over(steps, rates.item_operations);
}

// On the processor.

/// Multiplications with addition per second in so many of them: between two products that were timed, along the line.
double contraction_rate(const CpuRates& cpu, double count) {
  const double here = std::log2(std::max(count, 1.0));
  double at = 0;
  double rate = cpu.contraction.front();
  for (size_t i = 0; i < kProductSides.size(); ++i) {
    const double next = 3 * std::log2(static_cast<double>(kProductSides[i]));
    if (i > 0 && here < next)
      return rate + (cpu.contraction[i] - rate) * std::max(0.0, here - at) / (next - at);
    at = next;
    rate = cpu.contraction[i];
  }
  return rate;
}

/// Seconds of all operations, if one thread did them with the rate of all.
double operations_seconds(const PartWork& part, const CpuRates& cpu) {
  const cost::OperationCounts& counts = part.operations;
  const bool vector = part.cpu != cost::CpuCode::Scalar;
  const double narrow_lanes = vector ? 2 : 1;  // a vector holds twice as many
  const double slower = vector ? 1 : cpu.lanes / kAtOnce;
  const double simple = counts.wide.simple + counts.narrow.simple / narrow_lanes;
  // Their rates are those of vectors, where narrow values are faster by more than their number.
  const double scalar = vector ? 1 : 2;
  const double heavy = over(counts.wide.divisions, cpu.divisions) +
                       over(counts.wide.functions, cpu.functions) +
                       scalar * (over(counts.narrow.divisions, cpu.narrow_divisions) +
                                 over(counts.narrow.functions, cpu.narrow_functions));
  if (part.cpu == cost::CpuCode::Tiled)
    return over(simple, contraction_rate(cpu, simple / part.launches)) + heavy;
  const double wide_share = over(counts.wide.simple, counts.wide.simple + counts.narrow.simple);
  const double load_lanes = vector ? 2 - wide_share : 1;
  const double loads = part.loads / load_lanes + part.scattered_loads * (vector ? cpu.lanes : 1);
  return slower * over(simple + counts.integer + loads, cpu.arithmetic) + (vector ? 1 : cpu.lanes) * heavy;
}

/// Bytes per second that so many threads read of an array of this size, which they have read before.
double bandwidth(const CpuRates& cpu, double bytes, double threads) {
  const double share = threads / std::max(cpu.threads, 1);
  const double memory = std::min(cpu.memory_bytes, threads * cpu.thread_memory_bytes);
  if (bytes <= threads * kOwnCacheBytes) return std::max(memory, share * cpu.cached_bytes);
  const bool is_shared = bytes <= static_cast<double>(shared_cache_bytes()) / 2;
  return is_shared ? std::max(memory, share * cpu.shared_bytes) : memory;
}

double memory_seconds(const PartWork& part, double touched, const CpuRates& cpu, double threads) {
  const double each = part.footprint_bytes + part.overwritten_bytes;
  const double moved = part.launches * each;
  // The first time they come from where the call before left them, then from where the loop around holds them.
  const double first = std::min(moved, std::max(part.total_bytes, each));
  return over(first, bandwidth(cpu, std::max(touched, each), threads)) +
         over(moved - first, bandwidth(cpu, std::max(part.reach_bytes, each), threads));
}

/// Of the steps that wait for each other. Vectors of parallel iterations are several at a time, which fill each other's waits.
double chain_seconds(const PartWork& part, const CpuRates& cpu, double threads) {
  if (part.cpu != cost::CpuCode::Scalar && !part.in_order) return 0;
  const double cycles_per_second = over(cpu.arithmetic, std::max(cpu.threads, 1) * cpu.lanes);
  return over(part.chain, cycles_per_second * threads);
}

/// On so many threads, once they run. `touched`: bytes, by the whole call.
double running_seconds(const PartWork& part, double touched, const CpuRates& cpu, double threads) {
  return std::max({operations_seconds(part, cpu) * std::max(cpu.threads, 1) / threads,
                   memory_seconds(part, touched, cpu, threads), chain_seconds(part, cpu, threads)});
}

struct PartSeconds {
  double seconds;
  bool threaded;
};
/// A loop on some of the threads starts sooner than one on all.
constexpr double kStartOfFew = 0.3;

PartSeconds part_seconds(const PartWork& part, double touched, const CpuRates& cpu, int threads) {
  const double used = std::floor(std::min({static_cast<double>(threads), part.iterations, part.chunks}));
  if (used <= 1) return {running_seconds(part, touched, cpu, 1), false};
  const double start =
      cpu.region_seconds * (kStartOfFew + (1 - kStartOfFew) * used / std::max(cpu.threads, 1));
  return {part.launches * start + running_seconds(part, touched, cpu, used), true};
}

int threads_of(const CallWork& work, const CpuRates& cpu) {
  return work.threads > 0 ? std::min(work.threads, cpu.threads) : cpu.threads;
}

double cpu_seconds(const CallWork& work, const runtime::DeviceRates& rates, const CpuRates& cpu) {
  double seconds = seconds_out(work.resident_bytes_out, rates) + seconds_in(work.resident_bytes_in, rates);
  bool threaded = false;
  for (const PartWork& part : work.parts) {
    const PartSeconds own = part_seconds(part, work.touched_bytes, cpu, threads_of(work, cpu));
    seconds += own.seconds;
    threaded |= own.threaded;
  }
  return seconds + (threaded ? cpu.wake_seconds : 0);
}

// The call on the device, whose parts in order the processor may run.

double gpu_seconds(const CallWork& work, const abi::DeviceProperties& device,
                   const runtime::DeviceRates& rates, const CpuRates& cpu) {
  PartTimes times;
  for (const PartWork& part : work.parts) {
    const double on_device =
        part.in_order && !device.is_cpu ? item_seconds(part, rates) : kernel_seconds(part, device, rates);
    const double on_host = part_seconds(part, work.touched_bytes, cpu, 1).seconds;
    times.device.push_back(on_device / part.launches);
    times.host.push_back(on_host / part.launches);
  }
  const DeviceRun run = walk(work, times, rates);
  if (work.parts.size() != 1 || !run.is_one_sided ||
      work.bytes_in + work.bytes_out < static_cast<double>(kLeastOverlapped))
    return kCallSeconds + run.in + run.kernels + run.host + run.between + run.out;
  const double link = std::max({run.in, run.out, over(work.bytes_in + work.bytes_out, rates.bytes_both)});
  return kCallSeconds + std::max(link, run.kernels) + std::min(link, run.kernels) / 4;
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
                           &part.footprint_bytes, &part.overwritten_bytes, &part.total_bytes})
      *amount /= 2;
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
  const double starts = cpu.wake_seconds + static_cast<double>(work.parts.size()) * cpu.region_seconds;
  SideLine on_host{.start = kMilliseconds * starts, .all = 0};
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
