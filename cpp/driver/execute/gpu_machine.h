// The host part of a function on a device: the interpreter steps through it, arrays and kernels are here.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "abi/frame.h"
#include "driver/compile/gpu_function.h"
#include "driver/compile/records.h"
#include "driver/execute/call_rates.h"
#include "driver/execute/gpu_arrays.h"
#include "driver/execute/host_values.h"
#include "driver/execute/plan_launch.h"
#include "driver/steps/executor.h"
#include "driver/steps/kernel_errors.h"
#include "driver/steps/launch_arguments.h"
#include "footprint/array_uses.h"
#include "ir/interpret/interpret.h"
#include "kernel/geometry.h"
#include "kernel/parameters.h"

namespace unpython::driver {

/// Ends the host part of a call: code of the host was interrupted, had no memory, or called a function that raised.
struct HostCodeStopped {
  int32_t status;  ///< abi::Status
};

struct WindowPlan;

/// One call. Members throw DeviceFailure.
class GpuMachine : public ir::Machine {
 public:
  /// `services`: of the call.
  GpuMachine(GpuFunction& function, GpuArrays& arrays, GpuRecord& record, const CallRates& rates,
             const abi::Services& services)
      : function_(function),
        arrays_(arrays),
        device_(function.device()),
        record_(record),
        rates_(rates),
        services_(services),
        executor_(arrays.executor()),
        errors_(executor_.errors()),
        values_(function.host_reads()) {
    arrays_.before_host_is_written([this] { settle(); });
  }

  ~GpuMachine() override;
  GpuMachine(const GpuMachine&) = delete;
  GpuMachine& operator=(const GpuMachine&) = delete;

  void start(KeepValues keep) override { keep_values_ = std::move(keep); }
  int64_t extent(ir::ArrayId array, int dimension) override { return arrays_.extent(array, dimension); }
  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override;
  /// Of a kernel that the host steps through.
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) override;
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override {
    flush("an array is made between its launches");
    values_.forget(array);
    arrays_.allocate(array, std::move(extents));
  }
  void resize(ir::ArrayId, int64_t) override {
    throw InternalError("running on a device", "a list that grows, which devices refuse");
  }
  void release(ir::ArrayId array) override {
    flush("an array is given up between its launches");
    values_.forget(array);
    arrays_.release(array);
  }
  /// Throws HostCodeStopped where it raises.
  void call_host(const ir::CallHost& call, std::span<const ir::Constant> values) override;
  void enter_loop(ir::StmtId loop) override { executor_.list().enter_loop(loop); }
  void end_turn() override { executor_.list().end_turn(); }
  void enter_branch(ir::StmtId branch, bool condition) override {
    executor_.list().enter_branch(branch, condition);
  }
  void leave() override { executor_.list().leave(); }
  void computed(ir::VarId variable) override { executor_.list().computed(variable); }
  /// On the device or on the host; none: the interpreter steps through it. Throws HostCodeStopped.
  std::optional<ir::Outcome> launch(ir::StmtId root,
                                    const std::function<ir::Constant(ir::ExprId)>& value) override;
  /// Runs what waits, and looks at what kernels raised, if that is not known; throws KernelRaised.
  void settle();
  /// After the end of the call: what came back counts for the kernels that stored it last.
  void note_results();

  using Value = std::function<ir::Constant(ir::ExprId)>;
  /// One execution of a kernel, or of a part of its iterations.
  struct Launch {
    const kernel::Kernel& kernel;
    const Value& value;            ///< of an expression of the host
    std::vector<int64_t> extents;  ///< of the part, outermost first
    std::vector<ir::Constant> scalars{};
    int64_t before = 0;  ///< iterations of the kernels before it
    std::vector<int64_t> numbers{};  ///< extents of loops and scalars that decide what is touched
    std::vector<int64_t> firsts{};   ///< where the part begins; empty: it is all
    std::vector<int64_t> whole{};    ///< extents of the grid
    std::optional<footprint::IterationRange> groups{};  ///< a part of the outermost Group loop; none: all
    size_t first_scalar = 0;         ///< scalars of the launches before it

    /// Iterations of the grid, where `ranges` are of the part.
    [[nodiscard]] std::vector<footprint::IterationRange> in_grid(
        std::span<const footprint::IterationRange> ranges) const;
  };

  // The steps of launch(), for a machine that deals launches out to several devices (driver/several).
  /// A launch that has its memory and waits for its data.
  class Prepared;
  /// None: the kernel has no iterations.
  [[nodiscard]] std::optional<Launch> begin(const kernel::Kernel& kernel, const Value& value);
  /// How many groups lie along the outermost loop of a kernel of Group loops, which runs at once or in parts of that loop; 0 of
  /// another kernel.
  [[nodiscard]] int64_t groups_of(const Launch& all) const;
  /// The iterations of `ranges` alone, all where there are none, with the kernel of this machine's function. Of a kernel of
  /// Group loops, one range of the outermost one.
  [[nodiscard]] Launch part_of(const Launch& all, std::span<const footprint::IterationRange> ranges) const;
  [[nodiscard]] KnownUses::Uses uses_of_all(const Launch& launch) const {
    return uses_of_all(launch.kernel, launch, footprint::kMostBoxes);
  }
  /// Before the first launch that touches an array: buffers need no room for what no kernel of the call touches.
  void fit_buffers(const Launch& launch, const std::vector<footprint::ArrayUse>& uses);
  /// Null: the device has no room for one iteration.
  [[nodiscard]] std::shared_ptr<Prepared> prepare(Launch launch);
  /// What it needs is on this device, or on the host.
  void execute(Prepared& prepared);
  // The same for a launch that is_at_once(), of which a part runs before the others. The kernel does not raise.
  void execute_first(Prepared& prepared, const Launch& part);
  void execute_others(Prepared& prepared, std::span<const Launch> others);
  [[nodiscard]] static const Launch& launch_of(const Prepared& prepared);
  /// By array of its kernel.
  [[nodiscard]] static const std::vector<footprint::ArrayUse>& uses(const Prepared& prepared);
  /// It only queues a kernel: nothing moves.
  [[nodiscard]] bool is_quick(const Prepared& prepared) const;
  /// All of its arrays are held, and come as a whole before it runs.
  [[nodiscard]] static bool is_at_once(const Prepared& prepared);
  [[nodiscard]] bool is_for_host(const Launch& launch);
  void run_on_host(const Launch& launch);
  /// The device has no room for one iteration: the host runs the kernel, if the call has begun to store its results.
  /// Else throws DeviceFailure. `is_begun`: on another device.
  void leave_to_host(const Launch& launch, bool is_begun = false);
  /// Some device, or the host, has run a kernel: elements that the host has read are known no more.
  void mark_values_stored(const kernel::Kernel& kernel);
  [[nodiscard]] bool has_open_errors() const { return executor_.may_have_raised(); }
  /// Waits for what is queued; the number of the first iteration that raised, INT64_MAX: none.
  [[nodiscard]] int64_t look();
  /// `raised`: of all devices of the call.
  void settle_after(int64_t raised);
  [[nodiscard]] ir::Outcome raised() const { return errors_.outcome(); }
  [[nodiscard]] GpuArrays& arrays() { return arrays_; }
  [[nodiscard]] GpuFunction& function() { return function_; }
  [[nodiscard]] GpuRecord& record() { return record_; }
  [[nodiscard]] KernelRecord& record_of(const kernel::Kernel& kernel);

 private:
  class Tiles;
  class WindowTiles;
  /// A launch that runs with those behind it. Its values stay as they were.
  struct Waiting {
    Waiting(GpuMachine& machine, const Launch& launch, Value kept);
    ~Waiting();
    const Value value;
    std::unique_ptr<Prepared> prepared;
  };

  [[nodiscard]] std::vector<footprint::ArrayUse> find_uses(const kernel::Kernel& kernel,
                                                           std::span<const footprint::IterationRange> ranges,
                                                           const Value& value, size_t most_boxes) const;
  [[nodiscard]] KnownUses::Uses uses_of(const kernel::Kernel& kernel, const Launch& launch,
                                        std::span<const footprint::IterationRange> ranges, size_t most_boxes) const;
  [[nodiscard]] KnownUses::Uses uses_of_all(const kernel::Kernel& kernel, const Launch& launch,
                                            size_t most_boxes) const;
  [[nodiscard]] bool find_numbers(Launch& launch);
  void ask_alignment(const kernel::Kernel& kernel, const std::vector<DeviceArray>& placed,
                     std::span<const footprint::IterationRange> ranges, kernel::Layout& layout) const;
  void ask_turns(const Launch& launch, kernel::Layout& layout) const;
  [[nodiscard]] kernel::Layout layout_of(const kernel::Kernel& kernel,
                                         const std::vector<DeviceArray>& placed) const;
  [[nodiscard]] int scalar_argument(ir::VarId variable) const;
  void add_argument(const kernel::KernelParameter& parameter, const Launch& launch,
                    std::span<const footprint::IterationRange> part, const std::vector<DeviceArray>& placed,
                    const kernel::Layout& layout, LaunchArguments& arguments);
  void run_at_once(const Launch& launch, const LaunchQuestion& question);
  [[nodiscard]] std::vector<DeviceArray> fetched(const Launch& launch, const LaunchQuestion& question);
  void mark_changed(const Launch& launch, const LaunchQuestion& question, std::optional<int64_t> unless_before);
  void queue(const Launch& launch, std::span<const footprint::IterationRange> ranges,
             const std::vector<DeviceArray>& placed);
  [[nodiscard]] std::array<int64_t, 3> groups_of(const transform::GroupedKernel& grouped,
                                                 const Launch& launch,
                                                 std::span<const footprint::IterationRange> part) const;
  [[nodiscard]] runtime::Effort least_effort(const Launch& launch) const;
  [[nodiscard]] int most_threads(const runtime::PendingCode& code) const;
  [[nodiscard]] const std::string& file_of(const kernel::Kernel& kernel) const;
  [[nodiscard]] int64_t bytes_of(const Launch& launch, std::span<const footprint::IterationRange> part) const;
  [[nodiscard]] bool is_stepped_through(const kernel::Kernel& kernel) const;
  [[nodiscard]] bool is_recomputed(ir::ArrayId array) const;
  [[nodiscard]] bool is_faster_on_host(const Launch& launch, double saved) const;
  [[nodiscard]] bool stays(const kernel::Kernel& kernel);
  void run_where_it_is(const Launch& launch);
  [[nodiscard]] std::optional<int64_t> unless_raised(const Launch& launch) const;
  [[nodiscard]] int64_t number_iterations(std::span<const int64_t> extents);
  void act_on_look();
  void note(const kernel::Kernel& kernel, const LaunchPlan& plan);
  [[nodiscard]] double moved_bytes() const { return static_cast<double>(arrays_.count().in + arrays_.count().out); }
  void noting_moved(std::span<const kernel::Kernel> kernels, const std::function<void()>& work);
  void note_out(ir::ArrayId array, int64_t bytes);
  [[nodiscard]] bool has_room(const Launch& launch) const;
  [[nodiscard]] bool waits(const Launch& launch);
  /// Runs what waits. `why` it cannot wait longer.
  void flush(const std::string& why = {});
  void run_together(std::span<const std::unique_ptr<Waiting>> launches, const WindowPlan& plan);
  void run(const Launch& launch);
  void run(Prepared& prepared);

  GpuFunction& function_;
  GpuArrays& arrays_;
  runtime::Device& device_;
  GpuRecord& record_;
  const CallRates rates_;
  const abi::Services& services_;
  std::map<ir::ArrayId, const kernel::Kernel*> last_store_;
  Executor& executor_;
  KernelErrors& errors_;
  HostValues values_;
  KeepValues keep_values_;
  std::vector<std::unique_ptr<Waiting>> window_;
  int64_t iterations_ = 0;  ///< of the kernels so far
  size_t scalars_ = 0;      ///< that they were given
  int unseen_ = 0;          ///< launches since the last look at errors
  int64_t turn_ = 0;        ///< launches so far, where the sides take turns
};

}  // namespace unpython::driver
