// A specialization as kernels for one device, and their code as calls ask for it.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "codegen/c_family/dialect.h"
#include "driver/compile/compile.h"
#include "driver/compile/known_uses.h"
#include "driver/compile/plans_by_room.h"
#include "driver/compile/records.h"
#include "footprint/reference_groups.h"
#include "ir/heap_lifetimes.h"
#include "kernel/host_arrays.h"
#include "kernel/host_reads.h"
#include "kernel/launch.h"
#include "kernel/parameters.h"
#include "kernel/read_decisions.h"
#include "runtime/disk_cache.h"
#include "runtime/gpu.h"
#include "runtime/pending_code.h"
#include "transform/groups/choose_group.h"
#include "transform/schedule_for_gpu.h"
#include "unpython/export.h"

namespace unpython::driver {

/// The layout of packed arrays of moderate size.
[[nodiscard]] kernel::Layout usual_layout(const ir::Function& scheduled, const kernel::Kernel& kernel);

/// Where the kernels of calls run, for tests and for study.
enum class Sides : uint8_t {
  Chosen,
  One,    ///< as they are chosen, a kernel on one side
  Host,   ///< all on the host
  Turns,  ///< on the host and on the device in turns
  Both,   ///< parts of each on the host and on the device at once, where it can be dealt
};

/// Thread-safe; the device and the compiler must outlive it.
class UNPYTHON_API GpuFunction {
 public:
  /// What tests ask for (Settings).
  struct ForTests {
    int least_tiles = 1;      ///< along each dimension of a kernel
    bool stage_rows = false;  ///< where the device is a processor, too
    /// Of time loops. On a processor where rows are staged, too; not where several devices have parts of each nest.
    bool join_turns = true;
    bool quick_code = true;  ///< for first launches
    transform::GpuPasses passes;
    Sides sides = Sides::Chosen;
  };
  /// A kernel's code for one layout.
  struct KernelCode {
    const transform::GroupedKernel* grouped = nullptr;  ///< null: work item by work item
    std::array<int64_t, 3> threads{1, 1, 1};         ///< of a group, where it is grouped
    bool in_blocks = false;                          ///< where it is not: kernel::group_threads()
    int64_t dynamic_local_bytes = 0;
    std::vector<kernel::KernelParameter> parameters;
    std::string text;
    std::shared_ptr<const runtime::PendingCode> code;
    std::shared_ptr<const std::vector<ArrayHome>> homes;
  };

  /// Of the code that a launch takes.
  using LeastEffort = std::function<runtime::Effort()>;

  /// Schedules the function. Throws RaceError. `facts`: of the calls that it is for.
  GpuFunction(std::shared_ptr<const Specialization> specialization, const analysis::CallFacts& facts,
              runtime::Gpu& gpu, Compiler& compiler, const transform::PassObserver& observer,
              ForTests for_tests);
  /// The same schedule on another device of the kind: statements, arrays and variables have the same names.
  GpuFunction(const GpuFunction& same, runtime::Gpu& gpu);

  /// Calls may use these devices, too: functions of the same schedule. Called before the function is handed to anyone.
  void add_other(std::shared_ptr<GpuFunction> other) { others_.push_back(std::move(other)); }
  [[nodiscard]] const std::vector<std::shared_ptr<GpuFunction>>& others() const { return others_; }
  /// The devices that a call runs on: "cuda:0", or "cuda:0,cuda:1".
  [[nodiscard]] std::string devices() const;

  [[nodiscard]] const Specialization& specialization() const { return *specialization_; }
  [[nodiscard]] runtime::Gpu& gpu() const { return gpu_; }
  [[nodiscard]] runtime::Device& device() const { return gpu_.device(); }
  /// The host part with its kernels.
  [[nodiscard]] const ir::Function& scheduled() const { return scheduled_; }
  [[nodiscard]] const std::vector<analysis::NestNotes>& nests() const { return nests_; }
  [[nodiscard]] const std::vector<kernel::Kernel>& kernels() const { return kernels_; }
  [[nodiscard]] const ir::HeapLifetimes& lifetimes() const { return *lifetimes_; }
  /// Scalars that decide what a call does: those that the host part reads or assigns and, where data `moves` or the key of a
  /// plan does not hold them, those that say what kernels touch. What else kernels are given, the plan leaves open. None: the
  /// host part loads elements, and they may decide as well (read_decisions()).
  [[nodiscard]] const std::optional<std::set<ir::VarId>>& steering(bool moves) const { return moves ? steering_moves_ : steering_; }
  /// A Read of a scalar that a kernel reads.
  [[nodiscard]] ir::ExprId read_of(ir::VarId variable) const { return reads_.at(variable); }
  /// What comes to the host together.
  [[nodiscard]] const std::vector<kernel::HostRead>& host_reads() const { return host_reads_; }
  [[nodiscard]] const kernel::ReadDecisions& read_decisions() const { return read_decisions_; }
  /// Arrays with such elements that kernels store and do not load.
  [[nodiscard]] const std::vector<ir::ArrayId>& near_host() const { return near_host_; }
  /// What only the host part touches, where it lies on the host.
  [[nodiscard]] const kernel::HostArrays& host_arrays() const { return host_arrays_; }
  /// Why the function should not run on the device at all.
  [[nodiscard]] const std::optional<Fallback>& unsuitable() const { return unsuitable_; }
  /// By array argument: some kernel stores to it.
  [[nodiscard]] const std::vector<bool>& stored() const { return stored_; }
  [[nodiscard]] int least_tiles() const { return for_tests_.least_tiles; }
  /// No kernel comes after this one in a call, itself included.
  [[nodiscard]] bool is_last(const kernel::Kernel& kernel) const;

  /// The kernels that touch an array, where nothing else does, each runs at most once in a call, and what they touch is
  /// known when the first one starts; else none.
  [[nodiscard]] std::vector<const kernel::Kernel*> users_of(ir::ArrayId array) const;
  /// An array may be packed so: the code of kernels names steps, and must not be made for many of them.
  [[nodiscard]] bool may_pack(ir::ArrayId array, const std::array<kernel::Axis, kMaxRank>& axes);

  /// What a kernel is part of: scheduled(), or the same with names for groups of its loads.
  [[nodiscard]] const ir::Function& function_of(const kernel::Kernel& kernel) const;
  /// The kernel with an array for each group of its loads (footprint/reference_groups.h), which are found when
  /// first asked for; null where that is the same.
  [[nodiscard]] const kernel::Kernel* by_groups(const kernel::Kernel& kernel);
  /// What the arrays behind those of scheduled() stand for, once by_groups() was asked.
  [[nodiscard]] std::span<const ir::ArrayId> originals() const;

  /// The kernel that starts at a statement.
  [[nodiscard]] const kernel::Kernel& kernel_at(ir::StmtId root) const;
  /// Its code for a launch on memory of this layout, in the first shape of groups that the kernel has and that pays;
  /// its code is being made if it is new, with least_effort() first where that is sooner. Valid as long as this.
  [[nodiscard]] const KernelCode& code(const kernel::Kernel& kernel, const kernel::Layout& layout, const transform::LaunchFacts& launch,
                                       const LeastEffort& least_effort);
  /// Loops of a kernel whose turns may be put into its code (kernel/short_loops.h).
  [[nodiscard]] std::span<const ir::StmtId> short_loops(const kernel::Kernel& kernel) const;
  /// The code of the kernel may have these turns: it must not be made for many of them.
  [[nodiscard]] bool may_unroll(const kernel::Kernel& kernel, const std::vector<int>& turns);
  /// An expression of scheduled() for the operations of a kernel of one work item, in the unit of cost/cost.h; none: it has
  /// more items.
  [[nodiscard]] std::optional<ir::ExprId> work_on_one_item(const kernel::Kernel& kernel) const;
  /// A kernel of scheduled() as code of the host: its parameters are those of transform::processor_twin().
  /// Compiled when first asked for. Throws DeviceError.
  [[nodiscard]] const runtime::CpuCode& host_code(const kernel::Kernel& kernel);
  [[nodiscard]] Sides sides() const { return for_tests_.sides; }
  /// Of the launches so far.
  [[nodiscard]] TilePlans& tile_plans() { return tile_plans_; }
  [[nodiscard]] WindowPlans& window_plans() { return window_plans_; }
  [[nodiscard]] KnownUses& known_uses() { return known_uses_; }
  /// The language of its kernels.
  [[nodiscard]] const codegen::Dialect& dialect() const;
  /// Source text of a kernel as the calls so far had it made, else for packed arrays and such a launch. Null: it is not
  /// known, and any launch will do.
  [[nodiscard]] std::string source(const kernel::Kernel& kernel, const transform::LaunchFacts* launch) const;
  /// "compiled", "disk" or "memory": where the code of the last new kernel came from.
  [[nodiscard]] const char* cache() const;

 private:
  /// What was made of a kernel for one layout. Its own lock is held while something is made, which takes long.
  struct LaidOut {
    std::mutex mutex;  ///< guards what follows
    std::optional<transform::GroupChoice> groups;        ///< none: not asked for, or it has no shapes to choose from
    std::optional<transform::GroupedKernel> as_written;  ///< of a kernel that is grouped in the function
    std::map<int, KernelCode> codes;  ///< by Layout::shape
    /// The same layout, less what only groups ask, and what was made for it: for Layout::shape 0.
    kernel::Layout ungrouped_layout;
    LaidOut* ungrouped = nullptr;
  };
  /// Code of a kernel for the host.
  struct HostCode {
    std::once_flag made;
    std::shared_ptr<const runtime::CpuCode> code;
  };
  void describe();
  void judge();
  [[nodiscard]] bool has_grid(const analysis::NestNotes& nest) const;
  [[nodiscard]] std::string text_of(const kernel::Kernel& kernel, const kernel::Layout& layout,
                                    const transform::GroupedKernel* grouped) const;
  [[nodiscard]] LaidOut& laid_out(const kernel::Kernel& kernel, const kernel::Layout& layout) const;
  [[nodiscard]] const transform::GroupedKernel* shape(LaidOut& of, const kernel::Kernel& kernel, int number) const;
  [[nodiscard]] int shape_for(LaidOut& of, const kernel::Kernel& kernel, const kernel::Layout& layout,
                              const transform::LaunchFacts* launch) const;
  [[nodiscard]] kernel::Layout without_groups(const kernel::Kernel& kernel, const kernel::Layout& layout) const;
  [[nodiscard]] const KernelCode& code_in_shape(LaidOut& of, const kernel::Kernel& kernel, kernel::Layout layout, int shape,
                                               const LeastEffort& least_effort);
  void compile(const kernel::Kernel& kernel, const kernel::Layout& layout, const LeastEffort& least_effort, KernelCode& code);
  [[nodiscard]] std::vector<LaidOut*> laid_out(const kernel::Kernel& kernel) const;

  std::shared_ptr<const Specialization> specialization_;
  runtime::Gpu& gpu_;
  Compiler& compiler_;
  ir::Function scheduled_;
  std::vector<analysis::NestNotes> nests_;
  std::vector<kernel::Kernel> kernels_;
  std::once_flag groups_are_sought_;
  std::optional<footprint::GroupedFunction> grouped_;
  std::vector<kernel::Kernel> grouped_kernels_;  ///< as kernels_; empty without grouped_
  std::optional<ir::HeapLifetimes> lifetimes_;
  std::map<ir::VarId, ir::ExprId> reads_;
  std::optional<std::set<ir::VarId>> steering_;
  std::optional<std::set<ir::VarId>> steering_moves_;
  std::vector<kernel::HostRead> host_reads_;
  kernel::ReadDecisions read_decisions_;
  std::vector<ir::ArrayId> near_host_;
  kernel::HostArrays host_arrays_;
  std::vector<bool> stored_;
  std::map<ir::ArrayId, std::vector<size_t>> array_users_;  ///< find_array_users()
  ForTests for_tests_;
  bool ends_in_loop_ = false;  ///< the last kernel is inside a loop of the host
  std::optional<Fallback> unsuitable_;
  std::map<ir::StmtId, ir::ExprId> work_on_one_item_;   ///< by the root of the kernel
  std::map<ir::StmtId, std::vector<ir::StmtId>> short_loops_;  ///< by the root of the kernel
  std::map<ir::StmtId, HostCode> host_codes_;           ///< by the root of the kernel, one for each
  TilePlans tile_plans_;
  WindowPlans window_plans_;
  KnownUses known_uses_;
  std::vector<std::shared_ptr<GpuFunction>> others_;

  mutable std::mutex mutex_;  ///< guards what follows
  /// By the root of the kernel, of scheduled() or by groups, and the layout of its arrays.
  mutable std::map<std::pair<ir::StmtId, kernel::Layout>, std::unique_ptr<LaidOut>> laid_out_;
  std::set<std::pair<ir::ArrayId, std::array<kernel::Axis, kMaxRank>>> packings_;
  std::shared_ptr<const runtime::PendingCode> newest_;
  std::map<ir::StmtId, std::set<std::vector<int>>> turns_;  ///< by the root of the kernel
};

}  // namespace unpython::driver
