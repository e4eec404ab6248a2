// Rates on disk are numbers in a line of text; what cannot be read is measured again.
#include "driver/choose/measured_rates.h"

#include <sstream>
#include <string>
#include <thread>
#include <type_traits>

#include "driver/choose/cost_model.h"
#include "runtime/threads/parallel_for.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

constexpr const char* kFormat = "rates 11";  // changes with what is measured and how

std::string key_of(const std::string& what) {
  return std::string(kFormat) + '\0' + what + '\0' + std::to_string(std::thread::hardware_concurrency());
}

std::string key_of(runtime::Gpu& gpu) {
  const abi::DeviceProperties& properties = gpu.device().properties();
  return key_of(properties.name + '\0' + properties.description);
}

std::string key_of(Compiler& compiler) {
  return key_of("cpu " + compiler.cpu().target().cpu + ' ' + compiler.cpu().maker().build_id + ' ' +
                std::to_string(runtime::available_threads()));
}

/// Calls `each` for every rate, in the order of the file.
template <class Rates, class Each>
void for_each_rate(Rates& rates, const Each& each) {
  if constexpr (std::is_same_v<std::remove_const_t<Rates>, CpuRates>) {
    each(rates.threads), each(rates.lanes), each(rates.memory_bytes), each(rates.thread_memory_bytes);
    each(rates.cycles), each(rates.own_cache_bytes), each(rates.shared_cache_bytes);
    each(rates.chunk_seconds), each(rates.thread_shared_bytes);
    each(rates.region_seconds), each(rates.wake_seconds), each(rates.cached_bytes), each(rates.shared_bytes);
    each(rates.dealt_bytes);
    each(rates.narrow_divisions), each(rates.narrow_functions);
    each(rates.arithmetic), each(rates.divisions), each(rates.functions);
    for (auto& contraction : rates.contraction) each(contraction);
  } else {
    each(rates.launch_seconds), each(rates.replay_seconds), each(rates.transfer_seconds);
    for (auto* seconds : {&rates.moderate_in, &rates.moderate_out})
      for (auto& each_of : *seconds) each(each_of);
    each(rates.bytes_in), each(rates.bytes_out), each(rates.bytes_both);
    each(rates.memory_bytes), each(rates.loads), each(rates.scattered_loads), each(rates.item_operations);
    for (auto* kind : {&rates.narrow, &rates.wide})
      each(kind->simple), each(kind->divisions), each(kind->functions);
  }
}

/// A single one.
template <class Each>
void for_each_rate(const double& rate, const Each& each) {
  each(rate);
}
template <class Each>
void for_each_rate(double& rate, const Each& each) {
  each(rate);
}

template <class Rates>
std::string write(const Rates& rates) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(17);
  for_each_rate(rates, [&](const auto& number) { text << number << ' '; });
  return text.str();
}

template <class Rates>
std::optional<Rates> read(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::istringstream stream(*text);
  stream.imbue(std::locale::classic());
  Rates rates{};
  for_each_rate(rates, [&](auto& number) { stream >> number; });
  return stream.fail() ? std::nullopt : std::optional(rates);
}

/// From disk, else measured and kept there.
template <class Rates, class Measure>
Rates find_or_measure(runtime::DiskCache& disk, const std::string& key, const Measure& measure) {
  if (const auto known = read<Rates>(disk.find(key))) return *known;
  const Rates rates = measure();
  disk.store(key, write(rates));
  return rates;
}

}  // namespace

runtime::DeviceRates MeasuredRates::of(runtime::Gpu& gpu) {
  const std::scoped_lock lock(mutex_);
  const auto known = devices_.find(&gpu);
  if (known != devices_.end()) return known->second;
  const std::string key = key_of(gpu);
  const auto measure = [&] {
    const Span span("compile", "measure the device");
    return runtime::measure_device(gpu, &disk_);
  };
  return devices_[&gpu] = find_or_measure<runtime::DeviceRates>(disk_, key, measure);
}

CpuRates MeasuredRates::of_cpu(Compiler& compiler) {
  const std::scoped_lock lock(mutex_);
  if (cpu_) return *cpu_;
  cpu_ = find_or_measure<CpuRates>(disk_, key_of(compiler), [&] {
    const Span span("compile", "measure the CPU");
    return measure_cpu(compiler);
  });
  return *cpu_;
}

double MeasuredRates::of_sort(Compiler& compiler, const std::string& what, const std::function<double()>& measure) {
  const std::scoped_lock lock(mutex_);
  return find_or_measure<double>(disk_, key_of(compiler) + '\0' + what, measure);
}

void MeasuredRates::assume(const runtime::Gpu& gpu, const runtime::DeviceRates& device, const CpuRates& cpu) {
  const std::scoped_lock lock(mutex_);
  devices_[&gpu] = device;
  cpu_ = cpu;
}

CallRates MeasuredRates::for_call(runtime::Gpu& gpu) {
  const std::scoped_lock lock(mutex_);
  auto device = devices_.find(&gpu);
  if (device == devices_.end() && looked_up_.insert(&gpu).second) {
    const auto known = read<runtime::DeviceRates>(disk_.find(key_of(gpu)));
    if (known) device = devices_.emplace(&gpu, *known).first;
  }
  return call_rates(device != devices_.end() ? device->second : runtime::DeviceRates(),
                    cpu_.value_or(CpuRates()));
}

}  // namespace unpython::driver
