// Rates on disk are numbers in a line of text; what cannot be read is measured again.
#include "driver/choose/choice.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <thread>

#include "ir/scalar_slot.h"
#include "runtime/threads/parallel_for.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

using cost::CpuShape;

constexpr const char* kFormat = "rates 10";  // changes with what is measured and how
/// Plans and structures of one specialization that are remembered.
constexpr size_t kMostKnown = 16;
constexpr double kLeastMilliseconds = 1e-6;

std::string key_of(const std::string& what) {
  return std::string(kFormat) + '\0' + what + '\0' + std::to_string(std::thread::hardware_concurrency());
}

std::string key_of(runtime::Gpu& gpu) {
  const abi::DeviceProperties& properties = gpu.device().properties();
  return key_of(properties.name + '\0' + properties.description);
}

/// Calls `each` for every rate, in the order of the file.
template <class Rates, class Each>
void for_each_rate(Rates& rates, const Each& each) {
  if constexpr (std::is_same_v<std::remove_const_t<Rates>, CpuRates>) {
    each(rates.threads), each(rates.lanes), each(rates.memory_bytes), each(rates.thread_memory_bytes);
    each(rates.cycles), each(rates.own_cache_bytes), each(rates.shared_cache_bytes);
    each(rates.chunk_seconds), each(rates.thread_shared_bytes);
    each(rates.region_seconds), each(rates.wake_seconds), each(rates.cached_bytes), each(rates.shared_bytes);
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
  Rates rates;
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

std::vector<int64_t> integers_of(const ir::Function& f, std::span<const abi::ScalarSlot> scalars) {
  std::vector<int64_t> result;
  size_t scalar = 0;
  for (const ir::Parameter& parameter : f.parameters) {
    if (parameter.is_array) continue;
    const ScalarType type = f[parameter.variable].type;
    if (is_integer(type)) result.push_back(ir::to_constant(type, scalars[scalar]).integer);
    ++scalar;
  }
  return result;
}

struct AlikeCalls {
  std::shared_ptr<const Plan> plan;
  const runtime::Gpu* gpu = nullptr;
  std::vector<bool> on_device;    ///< by array argument
  std::vector<int64_t> integers;  ///< scalars, some of which may bound a While loop
  Estimate estimate{};            ///< by the model
  Runs gpu_runs{};
  Runs cpu_runs{};
  BothLines both{};
  [[nodiscard]] bool are_like(const AlikeCalls& other) const {
    return plan->has_key(other.plan->key) && gpu == other.gpu && on_device == other.on_device && integers == other.integers;
  }
};

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
  const abi::TargetInfo& target = compiler.cpu().target();
  const std::string key = key_of("cpu " + target.cpu + ' ' + compiler.cpu().maker().build_id + ' ' +
                                 std::to_string(runtime::available_threads()));
  cpu_ = find_or_measure<CpuRates>(disk_, key, [&] {
    const Span span("compile", "measure the CPU");
    return measure_cpu(compiler);
  });
  return *cpu_;
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

CpuShape CallEstimates::shape_for(Compiler& compiler, const Specialization& specialization,
                                  const analysis::CallFacts& facts) {
  {
    const std::scoped_lock lock(mutex_);
    for (const auto& [known, shape] : shapes_) {
      if (known == facts) return shape;
    }
  }
  CpuShape shape = compiler.cpu_shape(specialization, facts);
  const std::scoped_lock lock(mutex_);
  if (shapes_.size() == kMostKnown) shapes_.erase(shapes_.begin());
  shapes_.emplace_back(facts, shape);
  return shape;
}

std::shared_ptr<AlikeCalls> CallEstimates::find(const AlikeCalls& question) {
  const auto known = std::find_if(known_.begin(), known_.end(), [&](const auto& each) { return each->are_like(question); });
  if (known == known_.end()) return nullptr;
  std::rotate(known_.begin(), known, known + 1);
  return known_.front();
}

Estimate CallEstimates::corrected(std::shared_ptr<AlikeCalls> calls) const {
  const Estimate& expected = calls->estimate;
  Estimate estimate = expected;
  estimate.gpu_milliseconds = gpu_correction_.corrected(calls->gpu_runs, estimate.gpu_milliseconds);
  estimate.cpu_is_known = calls->cpu_runs.are_known();
  estimate.cpu_milliseconds = cpu_correction_.corrected(calls->cpu_runs, estimate.cpu_milliseconds);
  const BothLines::Expected both =
      calls->both.expected(estimate.cpu_milliseconds / std::max(expected.cpu_milliseconds, kLeastMilliseconds),
                           estimate.gpu_milliseconds / std::max(expected.gpu_milliseconds, kLeastMilliseconds));
  estimate.host_share = both.host_share;
  estimate.both_milliseconds = both.milliseconds;
  const bool is_cpu_sooner = estimate.cpu_milliseconds < estimate.gpu_milliseconds;
  estimate.is_dealt =
      calls->both.are_better(both, is_cpu_sooner ? estimate.cpu_milliseconds : estimate.gpu_milliseconds,
                             (is_cpu_sooner ? calls->cpu_runs : calls->gpu_runs).are_known());
  estimate.calls = std::move(calls);
  return estimate;
}

Estimate CallEstimates::of(Compiler& compiler, const Specialization& specialization,
                           const std::shared_ptr<const Plan>& plan, runtime::Gpu& gpu,
                           const CallArguments& call, std::span<const runtime::Resident> residents) {
  AlikeCalls asked{.plan = plan,
                   .gpu = &gpu,
                   .on_device = {},
                   .integers = integers_of(specialization.simplified, call.scalars)};
  for (const abi::ArrayArgument& array : call.arrays)
    asked.on_device.push_back(std::any_of(
        residents.begin(), residents.end(), [&](const runtime::Resident& r) { return r.holds(array.data); }));
  {
    const std::scoped_lock lock(mutex_);
    if (auto known = find(asked)) return corrected(std::move(known));
  }
  const CpuShape shape = shape_for(compiler, specialization, plan->judgement.facts);
  const CallWork work = work_of(specialization, plan->judgement, shape, call, residents);
  const runtime::DeviceRates rates = rates_.of(gpu);
  const CpuRates cpu = rates_.of_cpu(compiler);
  asked.estimate = estimate(work, gpu.device().properties(), rates, cpu);
  asked.both = both_lines(work, gpu.device().properties(), rates, cpu);
  const std::scoped_lock lock(mutex_);
  if (auto known = find(asked)) return corrected(std::move(known));  // another thread was here meanwhile
  if (known_.size() == kMostKnown) known_.pop_back();
  known_.insert(known_.begin(), std::make_shared<AlikeCalls>(std::move(asked)));
  return corrected(known_.front());
}

void CallEstimates::note(const Estimate& estimate, const GpuRecord* on_device, bool was_dealt,
                         double milliseconds) {
  if (!estimate.calls) return;
  const std::scoped_lock lock(mutex_);
  AlikeCalls& calls = *estimate.calls;
  if (was_dealt) return calls.both.learn(on_device->both, milliseconds);
  Runs& runs = on_device != nullptr ? calls.gpu_runs : calls.cpu_runs;
  runs.add(milliseconds);
  if (on_device != nullptr) {
    gpu_correction_.learn(runs, calls.estimate.gpu_milliseconds);
  } else {
    cpu_correction_.learn(runs, calls.estimate.cpu_milliseconds);
  }
}

}  // namespace unpython::driver
