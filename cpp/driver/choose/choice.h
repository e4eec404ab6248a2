// Is a call worth its way to the GPU? The rates of this machine, measured once and kept on disk, and what the
// calls of a function do, by plan.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "driver/choose/cost_model.h"
#include "driver/choose/runs.h"
#include "driver/plan/plan.h"
#include "runtime/device_rates.h"
#include "unpython/export.h"

namespace unpython::driver {

/// The rates of this machine: measured when first asked for, then read from disk. Thread-safe.
class UNPYTHON_API MeasuredRates {
 public:
  /// `disk` must live as long; entries are found by device, driver and processor.
  explicit MeasuredRates(runtime::DiskCache& disk) : disk_(disk) {}
  /// Takes some tenths of a second the first time. Throws DeviceFailure.
  [[nodiscard]] runtime::DeviceRates of(runtime::Gpu& gpu);
  /// The same. Throws DeviceError.
  [[nodiscard]] CpuRates of_cpu(Compiler& compiler);
  /// From now on the rates are these, for tests.
  void assume(const runtime::Gpu& gpu, const runtime::DeviceRates& device, const CpuRates& cpu);
  /// What a run on the device weighs up with the host: by the rates that are known, by typical ones until a choice
  /// had them measured. Does not take long.
  [[nodiscard]] CallRates for_call(runtime::Gpu& gpu);

 private:
  runtime::DiskCache& disk_;
  /// Guards what follows; held while rates are measured, so that runs do not disturb each other.
  std::mutex mutex_;
  std::map<const runtime::Gpu*, runtime::DeviceRates> devices_;
  std::set<const runtime::Gpu*> looked_up_;  ///< on disk, for calls
  std::optional<CpuRates> cpu_;
};

/// The integers among the scalars of a call, some of which may bound a While loop.
[[nodiscard]] std::vector<int64_t> integers_of(const ir::Function& f,
                                               std::span<const abi::ScalarSlot> scalars);

/// Estimates of the calls of one specialization; those of the last plans are kept. Thread-safe.
///
/// Runs correct them: where a plan ran on a side, what it took stands for what was expected, and the other plans of
/// the function are expected to be off as the last one was, half as far. So a call that takes longer than the other
/// side is expected to goes there, and comes back if it was faster here.
class UNPYTHON_API CallEstimates {
 public:
  /// `rates` must live as long.
  explicit CallEstimates(MeasuredRates& rates) : rates_(rates) {}
  /// A new plan has the processor's schedule made, and perhaps rates measured. `residents`: device memory
  /// that arguments lie in. Throws DeviceError.
  [[nodiscard]] Estimate of(Compiler& compiler, const Specialization& specialization,
                            const std::shared_ptr<const Plan>& plan, runtime::Gpu& gpu,
                            const CallArguments& call, std::span<const runtime::Resident> residents);
  /// A run of a call of this estimate, without residents, has ended well. `on_device`: what a device left of it; null: the
  /// processor ran it. `was_dealt`: to both sides.
  void note(const Estimate& estimate, const GpuRecord* on_device, bool was_dealt, double milliseconds);

 private:
  /// The first of known_ afterwards; null: there is none. Under the lock.
  [[nodiscard]] std::shared_ptr<AlikeCalls> find(const AlikeCalls& question);
  [[nodiscard]] Estimate corrected(std::shared_ptr<AlikeCalls> calls) const;
  [[nodiscard]] cost::CpuShape shape_for(Compiler& compiler, const Specialization& specialization,
                                         const analysis::CallFacts& facts);

  MeasuredRates& rates_;
  std::mutex mutex_;  ///< guards what follows, and what known_ points to
  std::vector<std::shared_ptr<AlikeCalls>> known_;  ///< the last one first
  Correction gpu_correction_;
  Correction cpu_correction_;
  std::vector<std::pair<analysis::CallFacts, cost::CpuShape>> shapes_;
};

}  // namespace unpython::driver
