// Plans are found and corrected under the lock; estimates are made outside of it.
#include "driver/choose/call_estimates.h"

#include <algorithm>

#include "driver/choose/cost_model.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {
namespace {

using cost::CpuShape;

/// Plans and structures of one specialization that are remembered.
constexpr size_t kMostKnown = 16;
constexpr double kLeastMilliseconds = 1e-6;

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
  if (!estimate.calls || (on_device != nullptr && on_device->waits_for_code())) return;
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
