// Rates on disk are numbers in a line of text; what cannot be read is measured again.
#include "driver/choose/measured_rates.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "driver/choose/cost_model.h"
#include "runtime/threads/parallel_for.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

constexpr const char* kFormat = "rates 12";  // changes with what is measured and how
/// The first process that asks may run beside others, which it then would take for the speed of the machine for good.
constexpr int kProcesses = 2;

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

/// Calls `each` for every rate, and `seconds` for every time that something takes, in the order of the file.
template <class Rates, class Each, class Seconds>
void for_each_rate(Rates& rates, const Each& each, const Seconds& seconds) {
  if constexpr (std::is_same_v<std::remove_const_t<Rates>, CpuRates>) {
    each(rates.threads), each(rates.lanes), each(rates.memory_bytes), each(rates.thread_memory_bytes);
    each(rates.cycles), each(rates.own_cache_bytes), each(rates.shared_cache_bytes);
    seconds(rates.chunk_seconds), each(rates.thread_shared_bytes);
    seconds(rates.region_seconds), seconds(rates.wake_seconds), each(rates.cached_bytes), each(rates.shared_bytes);
    each(rates.dealt_bytes);
    each(rates.narrow_divisions), each(rates.narrow_functions);
    each(rates.arithmetic), each(rates.divisions), each(rates.functions);
    for (auto& contraction : rates.contraction) each(contraction);
  } else if constexpr (std::is_same_v<std::remove_const_t<Rates>, runtime::DeviceRates>) {
    seconds(rates.launch_seconds), seconds(rates.replay_seconds), seconds(rates.transfer_seconds);
    for (auto* transfers : {&rates.moderate_in, &rates.moderate_out})
      for (auto& each_of : *transfers) seconds(each_of);
    each(rates.bytes_in), each(rates.bytes_out), each(rates.bytes_both);
    each(rates.memory_bytes), each(rates.loads), each(rates.scattered_loads), each(rates.item_operations);
    for (auto* kind : {&rates.narrow, &rates.wide})
      each(kind->simple), each(kind->divisions), each(kind->functions);
  } else {
    each(rates);  // a single one
  }
}
template <class Rates, class Each>
void for_each_rate(Rates& rates, const Each& each) {
  for_each_rate(rates, each, each);
}

/// Of each rate the better one: what else runs on a machine only takes away.
template <class Rates>
Rates better_of(const Rates& one, const Rates& other) {
  std::vector<double> found;
  for_each_rate(other, [&](const auto& number) { found.push_back(static_cast<double>(number)); });
  Rates better = one;
  size_t next = 0;
  const auto among = [&](auto& number, bool is_time) {
    using Number = std::remove_reference_t<decltype(number)>;
    const auto more = static_cast<Number>(found[next++]);
    number = is_time ? std::min(number, more) : std::max(number, more);
  };
  for_each_rate(better, [&](auto& rate) { among(rate, false); }, [&](auto& seconds) { among(seconds, true); });
  return better;
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
struct Kept {
  Rates rates{};
  int times = 0;  ///< that they were measured
};

template <class Rates>
std::optional<Kept<Rates>> read(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::istringstream stream(*text);
  stream.imbue(std::locale::classic());
  Kept<Rates> kept;
  for_each_rate(kept.rates, [&](auto& number) { stream >> number; });
  stream >> kept.times;
  return stream.fail() ? std::nullopt : std::optional(kept);
}

/// From disk, else measured and kept there: by so many processes, one after the other.
template <class Rates, class Measure>
Rates find_or_measure(runtime::DiskCache& disk, const std::string& key, int processes, const Measure& measure) {
  const auto known = read<Rates>(disk.find(key));
  if (known && known->times >= processes) return known->rates;
  const Rates measured = measure();
  const Rates rates = known ? better_of(measured, known->rates) : measured;
  disk.store(key, write(rates) + std::to_string(known ? known->times + 1 : 1));
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
  return devices_[&gpu] = find_or_measure<runtime::DeviceRates>(disk_, key, kProcesses, measure);
}

CpuRates MeasuredRates::of_cpu(Compiler& compiler) {
  const std::scoped_lock lock(mutex_);
  if (cpu_) return *cpu_;
  cpu_ = find_or_measure<CpuRates>(disk_, key_of(compiler), kProcesses, [&] {
    const Span span("compile", "measure the CPU");
    return measure_cpu(compiler);
  });
  return *cpu_;
}

double MeasuredRates::of_sort(Compiler& compiler, const std::string& what, const std::function<double()>& measure) {
  const std::scoped_lock lock(mutex_);
  return find_or_measure<double>(disk_, key_of(compiler) + '\0' + what, 1, measure);
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
    if (known) device = devices_.emplace(&gpu, known->rates).first;
  }
  return call_rates(device != devices_.end() ? device->second : runtime::DeviceRates(),
                    cpu_.value_or(CpuRates()));
}

}  // namespace unpython::driver
