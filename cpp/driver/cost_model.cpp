#include "driver/cost_model.h"

#include <unistd.h>

#include <algorithm>

namespace unpython::driver {
namespace {

/// From a call to its first launch: arguments are placed, boxes are found. Measured, and much the same
/// everywhere.
constexpr double kCallSeconds = 50e-6;
/// Starting a loop on several threads, and waiting for the last of them. Shorter loops run on one.
constexpr double kRegionSeconds = 20e-6;
/// Work items of a multiprocessor that keep it busy, as a part of those it can hold.
constexpr double kBusyShare = 0.25;
constexpr double kThreadsUnknown = 1024;
/// Transfers larger than this overlap with each other and with kernels (see plan_launch.cpp).
constexpr double kOverlapBytes = 256 << 20;
/// What a thread has of the caches, where the system does not say how large they are.
constexpr double kCachedBytes = 2.5 * (1 << 20);
constexpr double kCacheSpeed = 6;
constexpr double kMilliseconds = 1e3;

double over(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

// On the device.

double items_to_be_busy(const abi::DeviceProperties& device) {
  if (device.is_cpu) return 1;
  const double threads =
      device.threads_per_multiprocessor > 0 ? device.threads_per_multiprocessor : kThreadsUnknown;
  return kBusyShare * threads * device.multiprocessors;
}

double arithmetic_seconds(const FloatCounts& counts, const runtime::ArithmeticRates& rates) {
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

double kernel_seconds(const PartWork& part, const abi::DeviceProperties& device,
                      const runtime::DeviceRates& rates) {
  const runtime::ArithmeticRates& wide = rates.wide.simple > 0 ? rates.wide : rates.narrow;
  const double arithmetic = arithmetic_seconds(part.operations.narrow, narrow_rates(rates)) +
                            arithmetic_seconds(part.operations.wide, wide) +
                            2 * over(part.operations.integer, rates.narrow.simple);
  const double loads = over(part.loads, rates.loads) + over(part.scattered_loads, rates.scattered_loads);
  const double idle = std::max(1.0, items_to_be_busy(device) / part.iterations);
  const double memory = over(part.launches * part.footprint_bytes, rates.memory_bytes);
  return part.launches * rates.launch_seconds + std::max(idle * std::max(arithmetic, loads), memory);
}

double gpu_seconds(const CallWork& work, const abi::DeviceProperties& device,
                   const runtime::DeviceRates& rates) {
  double kernels = 0;
  for (const PartWork& part : work.parts) kernels += kernel_seconds(part, device, rates);
  const double starts =
      (work.bytes_in > 0 ? rates.transfer_seconds : 0) + (work.bytes_out > 0 ? rates.transfer_seconds : 0);
  // A single short transfer does not show what the link can do.
  const double in = over(work.bytes_in, std::max(rates.bytes_in, rates.bytes_both / 2));
  const double out = over(work.bytes_out, rates.bytes_out);
  if (work.parts.size() != 1 || work.bytes_in + work.bytes_out < kOverlapBytes)
    return kCallSeconds + starts + in + kernels + out;
  const double link = std::max({in, out, over(work.bytes_in + work.bytes_out, rates.bytes_both)});
  return kCallSeconds + starts + std::max(link, kernels) + std::min(link, kernels) / 4;
}

// On the processor.

/// Seconds of all operations, if one thread did them with the rate of all.
double operations_seconds(const PartWork& part, const CpuRates& cpu) {
  const OperationCounts& counts = part.operations;
  const bool vector = part.cpu != CpuCode::Scalar;
  const double narrow_lanes = vector ? 2 : 1;  // a vector holds twice as many
  const double slower = vector ? 1 : cpu.lanes;
  const double simple = counts.wide.simple + counts.narrow.simple / narrow_lanes;
  const double divisions = counts.wide.divisions + counts.narrow.divisions / narrow_lanes;
  const double functions = counts.wide.functions + counts.narrow.functions / narrow_lanes;
  const double heavy = over(divisions, cpu.divisions) + over(functions, cpu.functions);
  if (part.cpu == CpuCode::Tiled) return over(simple, cpu.contraction) + heavy;
  const double wide_share = over(counts.wide.simple, counts.wide.simple + counts.narrow.simple);
  const double load_lanes = vector ? 2 - wide_share : 1;
  const double loads = part.loads / load_lanes + part.scattered_loads * (vector ? cpu.lanes : 1);
  return slower * (over(simple + counts.integer + loads, cpu.arithmetic) + heavy);
}

double cached_bytes(double threads) {
  static const auto shared = static_cast<double>(sysconf(_SC_LEVEL3_CACHE_SIZE));
  return std::max(shared, threads * kCachedBytes);
}

/// On so many threads, once they run.
double running_seconds(const PartWork& part, const CpuRates& cpu, double threads) {
  const double speed = part.footprint_bytes < cached_bytes(threads) ? kCacheSpeed : 1;
  const double bandwidth = speed * std::min(cpu.memory_bytes, threads * cpu.thread_memory_bytes);
  const double memory = over(part.launches * part.footprint_bytes, bandwidth);
  return std::max(operations_seconds(part, cpu) * std::max(cpu.threads, 1) / threads, memory);
}

double part_seconds(const PartWork& part, const CpuRates& cpu, int threads) {
  const double alone = running_seconds(part, cpu, 1);
  const double used = std::min<double>(threads, part.iterations);
  if (used <= 1 || alone < part.launches * kRegionSeconds) return alone;
  return part.launches * kRegionSeconds + running_seconds(part, cpu, used);
}

double cpu_seconds(const CallWork& work, const runtime::DeviceRates& rates, const CpuRates& cpu) {
  const int threads = work.threads > 0 ? std::min(work.threads, cpu.threads) : cpu.threads;
  double seconds = over(work.resident_bytes_out, rates.bytes_out) +
                   over(work.resident_bytes_in, rates.bytes_in) +
                   (work.resident_bytes_out > 0 ? rates.transfer_seconds : 0) +
                   (work.resident_bytes_in > 0 ? rates.transfer_seconds : 0);
  for (const PartWork& part : work.parts) seconds += part_seconds(part, cpu, threads);
  return seconds;
}

}  // namespace

Estimate estimate(const CallWork& work, const abi::DeviceProperties& device,
                  const runtime::DeviceRates& rates, const CpuRates& cpu) {
  const double on_cpu = cpu_seconds(work, rates, cpu);
  return {.gpu_milliseconds = kMilliseconds * gpu_seconds(work, device, rates),
          .cpu_milliseconds = kMilliseconds * on_cpu,
          .affordable_bytes = on_cpu * rates.bytes_both};
}

}  // namespace unpython::driver
