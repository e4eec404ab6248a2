// What the calls of a function are expected to take on either side, by plan, and what their runs say of that.
#pragma once
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "cost/cpu_shape.h"
#include "driver/choose/estimate.h"
#include "driver/choose/measured_rates.h"
#include "driver/choose/runs.h"
#include "driver/compile/records.h"
#include "driver/plan/plan.h"
#include "runtime/resident.h"
#include "unpython/export.h"

namespace unpython::driver {

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
  /// processor ran it. `was_dealt`: to both sides. A run by kernels whose best code is still being made says nothing of the
  /// next ones.
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
