// A call on a device that has ended, as data: the steps that it took, which a repeated call runs again.
//
// Choice:  calls of one plan whose arrays all stay on the device, or all come from the host, and whose host parts read the same
//          scalars take the same steps: what differs is which memory and which numbers kernels are given. Results that the host
//          computes from elements, as the sum of an array, are computed after the steps. What the host part makes of arrays that no
//          kernel touches, as the key that a generator has for a loop, it computes again before. A program is not whole, and only
//          printed, where elements decided what the call did, or it ran in tiles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/compile/gpu_function.h"
#include "driver/steps/replay.h"
#include "driver/steps/resident_array.h"
#include "driver/steps/steps.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Immutable once it is handed out, but for the graphs of its launches.
class UNPYTHON_API Program {
 public:
  /// Of a call with these arguments, which `function` runs by a plan without questions, or not (`is_exact`).
  Program(std::shared_ptr<GpuFunction> function, const abi::Frame& frame,
          std::span<const runtime::Resident> residents, bool is_exact);

  /// Takes the steps of the call.
  [[nodiscard]] StepList& list() { return list_; }
  /// Takes those of the same call on another device, which are printed behind these. Valid as long as this.
  [[nodiscard]] StepList& add_other(std::shared_ptr<GpuFunction> function, const abi::Frame& frame);
  /// At the end of the call, which gave these results and is described by `record`. True if the program can
  /// be run for other calls by the same plan and function.
  [[nodiscard]] bool finish(std::span<const abi::ScalarSlot> results,
                            std::shared_ptr<const GpuRecord> record);

  /// It does what such a call has to do. Arguments as those of run_on_gpu().
  [[nodiscard]] bool fits(const abi::Frame& frame, std::span<const runtime::Resident> residents) const;
  /// Runs the steps, and fills the results and what they own, or the error; with arrays on the device, waits only where a
  /// kernel may raise, and for elements that the results are computed from. None: there is no memory, or arrays come from the
  /// host and a kernel raised or the device failed; then nothing was done. Else abi::kOk or abi::kRaised. Throws DeviceError.
  [[nodiscard]] std::optional<int32_t> run(const abi::Frame& frame,
                                           std::span<const runtime::Resident> residents,
                                           DeviceResults& kept) const;

  [[nodiscard]] const std::shared_ptr<const GpuRecord>& record() const { return record_; }
  /// One line for each step.
  [[nodiscard]] std::string print() const;

 private:
  [[nodiscard]] bool reads_all_that_it_may() const;

  struct Scalar {
    size_t index;  ///< among the scalar parameters
    size_t bytes;
    abi::ScalarSlot value;
  };

  std::shared_ptr<GpuFunction> function_;
  StepList list_;
  mutable std::optional<Replay> replay_;  ///< of a whole list
  bool comes_from_host_;
  std::vector<Scalar> scalars_;  ///< that have to be the same; kernels get others as each call has them
  std::vector<abi::ScalarSlot> results_;
  std::shared_ptr<const GpuRecord> record_;
  std::vector<std::unique_ptr<Program>> others_;
};

}  // namespace unpython::driver
