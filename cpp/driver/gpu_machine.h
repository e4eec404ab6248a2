// The host part of a function on a device: the interpreter steps through it, arrays and kernels are here.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "driver/explain.h"
#include "driver/gpu_arrays.h"
#include "driver/gpu_function.h"
#include "driver/launch_arguments.h"
#include "driver/plan_launch.h"
#include "driver/recorded_call.h"
#include "ir/interpret.h"
#include "kernel/boxes.h"
#include "kernel/geometry.h"

namespace unpython::driver {

/// One call. Members throw DeviceFailure.
class GpuMachine : public ir::Machine {
 public:
  /// `recording`: null where nobody wants to repeat the call; else each array argument is one of `residents`.
  /// `affordable_bytes`: what tiles may move, unless the call has to end on the device.
  GpuMachine(GpuFunction& function, GpuArrays& arrays, std::span<const Resident> residents, GpuRecord& record,
             RecordedCall* recording, double affordable_bytes)
      : function_(function),
        arrays_(arrays),
        residents_(residents),
        device_(function.device()),
        record_(record),
        recording_(recording),
        affordable_bytes_(affordable_bytes) {}

  int64_t extent(ir::ArrayId array, int dimension) override { return arrays_.extent(array, dimension); }
  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override {
    spoil_recording();
    const int64_t before = arrays_.count().out;
    const ir::Constant value = arrays_.load(array, indices);
    note_out(array, arrays_.count().out - before);
    return value;
  }
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) override {
    spoil_recording();
    arrays_.store(array, indices, value);
  }
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override {
    spoil_recording();
    arrays_.allocate(array, std::move(extents));
  }
  void release(ir::ArrayId array) override { arrays_.release(array); }
  /// None where the device has no room for one iteration and the call cannot be run elsewhere any more.
  std::optional<ir::Outcome> launch(ir::StmtId root,
                                    const std::function<ir::Constant(ir::ExprId)>& value) override;
  /// After the end of the call: what came back counts for the kernels that stored it last.
  void note_results();

 private:
  class Tiles;
  using Value = std::function<ir::Constant(ir::ExprId)>;
  /// One execution of a kernel.
  struct Launch {
    const kernel::Kernel& kernel;
    const Value& value;            ///< of an expression of the host
    std::vector<int64_t> extents;  ///< of the grid, outermost first
    std::vector<ir::Constant> scalars;
  };

  [[nodiscard]] ir::ExprId read_of(ir::VarId variable);
  [[nodiscard]] std::vector<kernel::ArrayUse> uses_of(const kernel::Kernel& kernel,
                                                      std::span<const kernel::IterationRange> ranges,
                                                      const Value& value) const;
  [[nodiscard]] kernel::Layout layout_of(const kernel::Kernel& kernel,
                                         const std::vector<DeviceArray>& placed) const;
  void spoil_recording() {
    if (recording_ != nullptr) recording_->spoil();
  }
  [[nodiscard]] int scalar_argument(ir::VarId variable) const;
  [[nodiscard]] int resident_argument(ir::ArrayId array, runtime::MemoryHandle memory) const;
  void add_array(const kernel::KernelArray& array, const DeviceArray& on_it, int unit_dimension,
                 bool narrow_offsets, LaunchArguments& arguments) const;
  void run_at_once(const Launch& launch, const LaunchQuestion& question);
  void queue(const Launch& launch, std::span<const kernel::IterationRange> ranges,
             const std::vector<DeviceArray>& placed);
  [[nodiscard]] bool stages_rows(const Launch& launch, const kernel::Layout& layout,
                                 const std::array<int64_t, 3>& extents) const;
  [[nodiscard]] std::optional<ir::Outcome> leave_to_host(const kernel::Kernel& kernel);
  void clear_error();
  void fetch_error();
  [[nodiscard]] ir::Outcome outcome_of_error() const;
  [[nodiscard]] KernelRecord& record_of(const kernel::Kernel& kernel);
  void note(const kernel::Kernel& kernel, const LaunchPlan& plan);
  void note_moved(const kernel::Kernel& kernel, const runtime::MovedBytes& before);
  void note_out(ir::ArrayId array, int64_t bytes);
  [[nodiscard]] std::optional<ir::Outcome> run(const kernel::Kernel& kernel, const Value& value);

  GpuFunction& function_;
  GpuArrays& arrays_;
  std::span<const Resident> residents_;
  runtime::Device& device_;
  GpuRecord& record_;
  RecordedCall* recording_;
  const double affordable_bytes_;
  std::map<ir::VarId, ir::ExprId> reads_;
  std::map<ir::ArrayId, const kernel::Kernel*> last_store_;
  runtime::PooledMemory error_;
  kernel::ErrorCell cell_{};
};

}  // namespace unpython::driver
