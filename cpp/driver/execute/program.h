// What a call does on a device, as data: steps, which a repeated call runs in order.
//
// Problem: stepping through the host part, boxes and placement take 8 us, a launch 3.
// Choice:  the walk through the host part notes what it does as steps; launches go through run_step() there, too. Calls of one plan
//          whose arrays all stay on the device make the same steps: what differs is which memory and which
//          numbers they are given. So their steps are kept, and running the call again is running the steps,
//          with its own memory and numbers put in. A program is not whole, and only printed, where the call
//          looks at data between kernels or moves data.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/compile/gpu_function.h"
#include "driver/execute/replay.h"
#include "driver/execute/resident_array.h"
#include "driver/execute/steps.h"
#include "footprint/array_uses.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What results own on the device, one for each of Function::returned_arrays().
using DeviceResults = std::vector<std::shared_ptr<ResidentArray>>;

/// Launches with `given` arguments, those of the step where that is empty.
void run_step(const LaunchStep& step, runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given = {});

/// Immutable once it is handed out, but for the graphs of its launches.
class UNPYTHON_API Program {
 public:
  /// Of a call with these arguments, which `function` runs by a plan without questions, or not (`is_exact`).
  Program(std::shared_ptr<GpuFunction> function, const abi::Frame& frame,
          std::span<const runtime::Resident> residents, bool is_exact);

  // While the call is walked through.
  void add(const AllocateStep& step);
  void add(const FreeStep& step) { list_.add({step}); }
  void add(const CopyStep& step);
  void add(Launched step);
  void add(RunStep step);
  void add(CallStep step) { list_.add({step}); }
  /// Loops and branches of the host, and what it computes.
  [[nodiscard]] StepList& list() { return list_; }
  /// Steps of the same call on another device, which are printed behind these. Valid as long as this.
  [[nodiscard]] Program& add_other(std::shared_ptr<GpuFunction> function, const abi::Frame& frame);
  /// The call did something that no step says.
  void spoil() { is_whole_ = false; }
  /// All that the call did so far can be done again by its steps.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// Position of an array of the function among those that have memory by steps; -1: it has none.
  [[nodiscard]] int local(ir::ArrayId array) const;
  /// At the end of the call, which gave these results and is described by `record`. True if the program can
  /// be run for other calls by the same plan and function.
  [[nodiscard]] bool finish(std::span<const abi::ScalarSlot> results,
                            std::shared_ptr<const GpuRecord> record);

  /// It does what such a call has to do. Arguments as those of run_on_gpu().
  [[nodiscard]] bool fits(const abi::Frame& frame, std::span<const runtime::Resident> residents) const;
  /// Runs the steps, and fills the results and what they own, or the error; waits only where a kernel may raise. None:
  /// there is no memory, and nothing was done. Else abi::kOk or abi::kRaised. Throws DeviceFailure.
  [[nodiscard]] std::optional<int32_t> run(const abi::Frame& frame,
                                           std::span<const runtime::Resident> residents,
                                           DeviceResults& kept) const;

  [[nodiscard]] const std::shared_ptr<const GpuRecord>& record() const { return record_; }
  /// One line for each step.
  [[nodiscard]] std::string print() const;

 private:
  void launch_all(runtime::Gpu& gpu, std::span<const runtime::KernelArgument> given) const;

  struct Scalar {
    abi::ScalarSlot value;
    size_t bytes;
  };

  std::shared_ptr<GpuFunction> function_;
  StepList list_;
  std::vector<Launched> launches_;    ///< all of them in order
  size_t arguments_ = 0;              ///< of these together
  mutable Replay replay_;
  std::vector<AllocateStep> locals_;  ///< one for each array
  std::vector<Scalar> scalars_;
  bool needs_same_scalars_ = true;  ///< else only kernels read scalars, and those of another call are put in
  std::vector<abi::ScalarSlot> results_;
  std::shared_ptr<const GpuRecord> record_;
  bool is_whole_ = true;
  std::vector<std::unique_ptr<Program>> others_;
};

}  // namespace unpython::driver
