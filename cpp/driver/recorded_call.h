// The launches of a call whose arrays all lie on the device, kept to be repeated.
//
// Problem: stepping through the host part, boxes and placement take 8 us, a launch 3. Choice: calls of one
// plan whose arrays stay on the device launch the same kernels on the same grids; what differs is which
// memory and which numbers they are given, so the launches are kept and these are put in. Not kept are calls
// that look at data between kernels, that may raise, that need memory of their own, or with arrays of other
// libraries, which have streams to wait for.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "driver/gpu_function.h"
#include "driver/launch_arguments.h"
#include "driver/plan.h"
#include "driver/resident_array.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Immutable once it is handed out.
class UNPYTHON_API RecordedCall {
 public:
  /// A call by `plan` with these arguments. `function` runs it.
  RecordedCall(std::shared_ptr<GpuFunction> function, std::shared_ptr<const Plan> plan,
               const abi::Frame& frame);

  // Notes of the call while it runs.
  void note(const runtime::DeviceCode& code, const runtime::LaunchGeometry& geometry,
            std::span<const LaunchArgument> arguments);
  /// The call did something that a repetition would have to do again.
  void spoil() { is_whole_ = false; }
  /// At the end of the call, which gave these results and is described by `record`. True if it can be
  /// repeated.
  [[nodiscard]] bool finish(std::span<const abi::ScalarSlot> results,
                            std::shared_ptr<const GpuRecord> record);

  /// A call by the same plan can be run by repeat(). Arguments as those of run_on_gpu().
  [[nodiscard]] bool fits(const abi::Frame& frame, std::span<const Resident> residents) const;
  /// Launches without waiting, and fills the results. Throws DeviceFailure.
  void repeat(const abi::Frame& frame, std::span<const Resident> residents) const;

  [[nodiscard]] const std::shared_ptr<GpuFunction>& function() const { return function_; }
  [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return plan_; }
  [[nodiscard]] const std::shared_ptr<const GpuRecord>& record() const { return record_; }

  /// True for a call that may be kept, as far as its arguments tell: each array lies alone on the device of
  /// `function`, in memory of our own.
  [[nodiscard]] static bool can_keep(const GpuFunction& function, std::span<const Resident> residents);

 private:
  struct Launch {
    const runtime::DeviceCode* code;
    runtime::LaunchGeometry geometry;
    std::vector<LaunchArgument> arguments;
  };
  struct Scalar {
    abi::ScalarSlot value;
    size_t bytes;
  };

  std::shared_ptr<GpuFunction> function_;
  std::shared_ptr<const Plan> plan_;
  std::vector<Scalar> scalars_;  ///< all that a repetition must have too; empty if only kernels read scalars
  std::vector<Launch> launches_;
  std::vector<abi::ScalarSlot> results_;
  std::shared_ptr<const GpuRecord> record_;
  bool is_whole_ = true;
};

}  // namespace unpython::driver
