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

constexpr const char* kFormat = "rates 8";  // changes with what is measured and how
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
    each(rates.region_seconds), each(rates.wake_seconds), each(rates.cached_bytes), each(rates.shared_bytes);
    each(rates.narrow_divisions), each(rates.narrow_functions);
    each(rates.arithmetic), each(rates.divisions), each(rates.functions);
    for (auto& contraction : rates.contraction) each(contraction);
  } else {
    each(rates.launch_seconds), each(rates.transfer_seconds);
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

CallEstimates::Known CallEstimates::question(const Specialization& specialization,
                                             const std::shared_ptr<const Plan>& plan, const runtime::Gpu* gpu,
                                             const CallArguments& call,
                                             std::span<const runtime::Resident> residents) {
  Known question{.plan = plan,
                 .gpu = gpu,
                 .on_device = {},
                 .integers = integers_of(specialization.simplified, call.scalars),
                 .estimate = {},
                 .both = {}};
  for (const abi::ArrayArgument& array : call.arrays)
    question.on_device.push_back(std::any_of(
        residents.begin(), residents.end(), [&](const runtime::Resident& r) { return r.holds(array.data); }));
  return question;
}

bool CallEstimates::find(const Known& question) {
  const auto known =
      std::find_if(known_.begin(), known_.end(), [&](const Known& each) { return each.answers(question); });
  if (known == known_.end()) return false;
  std::rotate(known_.begin(), known, known + 1);
  return true;
}

Estimate CallEstimates::corrected(const Known& known) const {
  Estimate estimate = known.estimate;
  estimate.gpu_milliseconds = gpu_correction_.corrected(known.gpu_runs, estimate.gpu_milliseconds);
  estimate.cpu_is_known = known.cpu_runs.are_known();
  estimate.cpu_milliseconds = cpu_correction_.corrected(known.cpu_runs, estimate.cpu_milliseconds);
  const BothLines::Expected both = known.both.expected(
      estimate.cpu_milliseconds / std::max(known.estimate.cpu_milliseconds, kLeastMilliseconds),
      estimate.gpu_milliseconds / std::max(known.estimate.gpu_milliseconds, kLeastMilliseconds));
  estimate.host_share = both.host_share;
  estimate.both_milliseconds = both.milliseconds;
  estimate.is_dealt =
      known.both.are_better(both, std::min(estimate.gpu_milliseconds, estimate.cpu_milliseconds));
  return estimate;
}

Estimate CallEstimates::of(Compiler& compiler, const Specialization& specialization,
                           const std::shared_ptr<const Plan>& plan, runtime::Gpu& gpu,
                           const CallArguments& call, std::span<const runtime::Resident> residents) {
  Known asked = question(specialization, plan, &gpu, call, residents);
  {
    const std::scoped_lock lock(mutex_);
    if (find(asked)) return corrected(known_.front());
  }
  const CpuShape shape = shape_for(compiler, specialization, plan->judgement.facts);
  const CallWork work = work_of(specialization, plan->judgement, shape, call, residents);
  const runtime::DeviceRates rates = rates_.of(gpu);
  const CpuRates cpu = rates_.of_cpu(compiler);
  asked.estimate = estimate(work, gpu.device().properties(), rates, cpu);
  asked.both = both_lines(work, gpu.device().properties(), rates, cpu);
  const std::scoped_lock lock(mutex_);
  if (find(asked)) return corrected(known_.front());  // another thread was here meanwhile
  if (known_.size() == kMostKnown) known_.pop_back();
  known_.insert(known_.begin(), std::move(asked));
  return corrected(known_.front());
}

void CallEstimates::note(const Specialization& specialization, const std::shared_ptr<const Plan>& plan,
                         const CallArguments& call, const GpuRecord* on_device, bool was_dealt,
                         double milliseconds) {
  const Known asked = question(specialization, plan, nullptr, call, {});
  const std::scoped_lock lock(mutex_);
  if (!find(asked)) return;
  Known& known = known_.front();
  if (was_dealt) return known.both.learn(on_device->both, milliseconds);
  Runs& runs = on_device != nullptr ? known.gpu_runs : known.cpu_runs;
  runs.add(milliseconds);
  const Estimate& expected = known.estimate;
  if (on_device != nullptr) {
    gpu_correction_.learn(runs, expected.gpu_milliseconds);
  } else {
    cpu_correction_.learn(runs, expected.cpu_milliseconds);
  }
}

}  // namespace unpython::driver
