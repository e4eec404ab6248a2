// Rates on disk are numbers in a line of text; what cannot be read is measured again.
#include "driver/choice.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <thread>

#include "runtime/parallel_for.h"
#include "support/checked_int.h"
#include "support/hash.h"

namespace unpython::driver {
namespace {

constexpr const char* kFormat = "rates 2";  // changes with what is measured and how

std::string key_of(const std::string& what) {
  return hash_bytes(std::string(kFormat) + '\0' + what + '\0' +
                    std::to_string(std::thread::hardware_concurrency()))
      .hex();
}

template <class... Numbers>
std::string write(const Numbers&... numbers) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(17);
  ((text << numbers << ' '), ...);
  return text.str();
}

template <class... Numbers>
bool read(const std::optional<std::string>& text, Numbers&... numbers) {
  if (!text) return false;
  std::istringstream stream(*text);
  stream.imbue(std::locale::classic());
  (stream >> ... >> numbers);
  return !stream.fail();
}

double over(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

}  // namespace

CallWork work_of(const Plan& plan, const GpuFunction& function, std::span<const abi::ArrayArgument> arrays) {
  const ir::Function& f = function.scheduled();
  CallWork work{.operations = plan.judgement.work,
                .launches = static_cast<int64_t>(function.kernels().size()),
                .threads = function.specialization().options.threads};
  size_t index = 0;
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array) continue;
    const ir::Array& array = f[parameter.array];
    int64_t bytes = size_of(array.type);
    for (int d = 0; d < array.rank; ++d)
      bytes = checked_mul(bytes, arrays[index].extents[d]).value_or(INT64_MAX / 64);
    const bool loaded =
        std::any_of(function.kernels().begin(), function.kernels().end(), [&](const auto& kernel) {
          return std::any_of(kernel.arrays.begin(), kernel.arrays.end(),
                             [&](const auto& used) { return used.array == parameter.array && used.loaded; });
        });
    work.bytes_touched += bytes;
    if (loaded) work.bytes_in += bytes;
    if (function.stored()[index]) work.bytes_out += bytes;
    work.float64 = work.float64 || array.type == ScalarType::Float64 || array.type == ScalarType::Complex128;
    ++index;
  }
  return work;
}

Estimate estimate(const CallWork& work, const runtime::DeviceRates& device, const runtime::CpuRates& cpu) {
  const auto operations = static_cast<double>(work.operations);
  const auto touched = static_cast<double>(work.bytes_touched);
  const bool wide = work.float64 && device.float64_per_second > 0;
  const double on_device =
      std::max(over(operations, wide ? device.float64_per_second : device.float32_per_second),
               over(touched, device.memory_bytes_per_second));
  const double link = over(static_cast<double>(work.bytes_in), device.bytes_in_per_second) +
                      over(static_cast<double>(work.bytes_out), device.bytes_out_per_second) +
                      (work.bytes_in > 0 ? device.transfer_seconds : 0) +
                      (work.bytes_out > 0 ? device.transfer_seconds : 0);
  const int threads = work.threads > 0 ? std::min(work.threads, cpu.threads) : cpu.threads;
  const double share = static_cast<double>(threads) / std::max(cpu.threads, 1);
  const double on_cpu = std::max(over(operations, cpu.operations_per_second * share),
                                 over(touched, cpu.memory_bytes_per_second));
  constexpr double kMilliseconds = 1e3;
  return {kMilliseconds * (static_cast<double>(work.launches) * device.launch_seconds + link + on_device),
          kMilliseconds * on_cpu};
}

runtime::DeviceRates MeasuredRates::of(runtime::Gpu& gpu) {
  const std::scoped_lock lock(mutex_);
  const auto known = devices_.find(&gpu);
  if (known != devices_.end()) return known->second;
  const abi::DeviceProperties& properties = gpu.device().properties();
  const std::string key = key_of(properties.name + '\0' + properties.description);
  runtime::DeviceRates rates;
  if (!read(disk_.find(key), rates.launch_seconds, rates.transfer_seconds, rates.bytes_in_per_second,
            rates.bytes_out_per_second, rates.memory_bytes_per_second, rates.float32_per_second,
            rates.float64_per_second)) {
    rates = runtime::measure_device(gpu, &disk_);
    disk_.store(key, write(rates.launch_seconds, rates.transfer_seconds, rates.bytes_in_per_second,
                           rates.bytes_out_per_second, rates.memory_bytes_per_second,
                           rates.float32_per_second, rates.float64_per_second));
  }
  return devices_[&gpu] = rates;
}

runtime::CpuRates MeasuredRates::of_cpu() {
  const std::scoped_lock lock(mutex_);
  if (cpu_) return *cpu_;
  const std::string key = key_of("cpu " + std::to_string(runtime::available_threads()));
  runtime::CpuRates rates;
  if (!read(disk_.find(key), rates.threads, rates.memory_bytes_per_second, rates.operations_per_second)) {
    rates = runtime::measure_cpu();
    disk_.store(key, write(rates.threads, rates.memory_bytes_per_second, rates.operations_per_second));
  }
  cpu_ = rates;
  return rates;
}

}  // namespace unpython::driver
