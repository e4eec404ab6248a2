#include "driver/compile/gpu_function.h"

#include <algorithm>

#include "codegen/c_family/device_lacks.h"
#include "cost/cost.h"
#include "driver/compile/find_array_users.h"
#include "ir/rewrite.h"
#include "kernel/find_kernels.h"
#include "kernel/short_loops.h"
#include "support/spans.h"
#include "transform/grid/processor_twin.h"

namespace unpython::driver {
namespace {

/// By array argument: a kernel stores to it.
std::vector<bool> stored_arrays(const ir::Function& f, const std::vector<kernel::Kernel>& kernels) {
  std::vector<bool> stored;
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array) continue;
    const auto stores = [&](const kernel::KernelArray& a) { return a.array == parameter.array && a.stored; };
    stored.push_back(std::any_of(kernels.begin(), kernels.end(), [&](const kernel::Kernel& k) {
      return std::any_of(k.arrays.begin(), k.arrays.end(), stores);
    }));
  }
  return stored;
}

/// A part of the memory that calls may use: the arguments and the results need the rest.
int64_t local_bytes(const Specialization& specialization, runtime::Gpu& gpu) {
  constexpr int64_t kPart = 4;
  const int64_t limit = specialization.options.memory_limit;
  const int64_t all = limit != 0 ? limit : gpu.memory().available();
  return std::min(all / kPart, gpu.device().properties().max_allocation_bytes);
}

/// None where a group has fewer work items than such groups need.
int64_t group_bytes(const abi::DeviceProperties& device) {
  if (device.max_threads < transform::kGroupItems) return 0;
  return std::min(transform::kUsualGroupBytes, device.local_bytes_static - transform::kItemBytes);
}

/// None on processors, which gain nothing.
transform::ChunkRoom chunk_room(const Specialization& specialization, runtime::Gpu& gpu, const GpuFunction::ForTests& for_tests) {
  const abi::DeviceProperties& device = gpu.device().properties();
  if (!for_tests.join_turns || (device.is_cpu && !for_tests.stage_rows)) return {};
  return {.group_bytes = group_bytes(device),
          .array_bytes = 2 * local_bytes(specialization, gpu),
          .least_groups = for_tests.stage_rows ? 1 : device.multiprocessors / 2};
}

/// GpuFunction::steering().
std::optional<std::set<ir::VarId>> steering_scalars(const ir::Function& f, const std::vector<kernel::Kernel>& kernels,
                                                    bool elements_decide, bool moves) {
  std::set<ir::VarId> found;
  bool loads = false;
  const auto add = [&](ir::ExprId root) {
    ir::walk_exprs(f, root, [&](ir::ExprId id) {
      if (const auto* read = std::get_if<ir::Read>(&f[id].node)) found.insert(read->variable);
      loads |= std::holds_alternative<ir::Load>(f[id].node);
    });
  };
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    for (const ir::ExprId root : ir::expressions(f[id])) add(root);
    if (const auto* assign = std::get_if<ir::Assign>(&f[id].node)) found.insert(assign->variable);
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    return loop == nullptr || (loop->mark != ir::LoopMark::Grid && loop->mark != ir::LoopMark::Group);
  });
  for (const kernel::Kernel& kernel : kernels) {
    for (const ir::StmtId loop : kernel.grid) add(std::get<ir::For>(f[loop].node).extent);
    for (const size_t scalar : kernel.deciding) {
      const ir::VarId variable = kernel.scalars[scalar];
      if (moves || is_float(f[variable].type)) found.insert(variable);
    }
  }
  return loads && elements_decide ? std::nullopt : std::optional(std::move(found));
}

}  // namespace

GpuFunction::GpuFunction(std::shared_ptr<const Specialization> specialization,
                         const analysis::CallFacts& facts, runtime::Gpu& gpu, Compiler& compiler,
                         const transform::PassObserver& observer, ForTests for_tests)
    : specialization_(std::move(specialization)), gpu_(gpu), compiler_(compiler), for_tests_(for_tests) {
  const Span span("compile", "schedule for the device");
  transform::Pipeline pipeline =
      transform::schedule_for_gpu(specialization_->simplified, facts, specialization_->options, observer,
                                  local_bytes(*specialization_, gpu), group_bytes(gpu.device().properties()),
                                  chunk_room(*specialization_, gpu, for_tests_), for_tests_.passes);
  scheduled_ = std::move(pipeline.function);
  nests_ = std::move(pipeline.nests);
  describe();
}

GpuFunction::GpuFunction(const GpuFunction& same, runtime::Gpu& gpu)
    : specialization_(same.specialization_),
      gpu_(gpu),
      compiler_(same.compiler_),
      scheduled_(same.scheduled_),
      nests_(same.nests_),
      for_tests_(same.for_tests_) {
  describe();
}

std::string GpuFunction::devices() const {
  std::string names = device().properties().name;
  for (const std::shared_ptr<GpuFunction>& other : others_) names += "," + other->device().properties().name;
  return names;
}

/// What follows from the schedule.
void GpuFunction::describe() {
  kernels_ = kernel::find_kernels(scheduled_);
  lifetimes_.emplace(scheduled_);
  for (ir::ExprId id{0}; scheduled_.exprs.contains(id); ++id.value) {
    if (const auto* read = std::get_if<ir::Read>(&scheduled_[id].node)) reads_.emplace(read->variable, id);
  }
  host_arrays_ = kernel::host_arrays(scheduled_, kernels_);
  host_reads_ = kernel::host_reads(scheduled_);
  read_decisions_ = kernel::read_decisions(scheduled_, host_arrays_);
  near_host_ = kernel::only_stored(scheduled_, host_reads_, kernels_);
  stored_ = stored_arrays(scheduled_, kernels_);
  array_users_ = find_array_users(scheduled_, kernels_);
  for (const kernel::Kernel& kernel : kernels_) {
    host_codes_.try_emplace(kernel.root);
    short_loops_.emplace(kernel.root, kernel::loops_of_known_turns(scheduled_, kernel));
    if (transform::is_on_one_item(scheduled_, kernel))
      work_on_one_item_.emplace(kernel.root, cost::work_of_iteration(scheduled_, std::array{kernel.root}));
  }
  steering_ = steering_scalars(scheduled_, kernels_, read_decisions_.decide, false);
  steering_moves_ = steering_scalars(scheduled_, kernels_, read_decisions_.decide, true);
  ends_in_loop_ = !kernels_.empty() && is_in_host_loop(scheduled_, kernels_.back().root);
  judge();
}

/// Some kernel with statements between the lines of a nest has more than one work item; groups have several each.
bool GpuFunction::has_grid(const analysis::NestNotes& nest) const {
  return std::any_of(kernels_.begin(), kernels_.end(), [&](const kernel::Kernel& kernel) {
    const auto& loop = std::get<ir::For>(scheduled_[kernel.root].node);
    const auto* trips = std::get_if<ir::Const>(&scheduled_[loop.extent].node);
    const int last = std::max(nest.range.line, nest.range.end_line);
    const bool inside = ir::any_stmt(scheduled_, {kernel.root}, [&](ir::StmtId id) {
      const SourceRange& range = scheduled_[id].range;
      return range.file == nest.range.file && nest.range.line <= range.line && range.line <= last;
    });
    const bool one = trips != nullptr && trips->value.integer == 1 && kernel.grid.size() == 1;
    return inside && (loop.mark == ir::LoopMark::Group || !one);
  });
}

void GpuFunction::judge() {
  const std::string& name = device().properties().name;
  const ir::Function& source = specialization_->simplified;
  std::vector<SourceRange> marked;
  ir::walk_stmts(source, source.body, [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&source[id].node);
    if (loop != nullptr && loop->mark == ir::LoopMark::Parallel) marked.push_back(source[id].range);
    return true;
  });
  bool any = false;
  for (const analysis::NestNotes& nest : nests_) {
    const bool parallel = has_grid(nest);
    any |= parallel;
    const bool asked = std::any_of(marked.begin(), marked.end(), [&](const SourceRange& range) {
      return range.file == nest.range.file && nest.range.line <= range.line &&
             range.line <= std::max(nest.range.line, nest.range.end_line);
    });
    if (parallel || !asked) continue;
    const std::string why = nest.reason.empty() ? "" : ": " + nest.reason;
    unsuitable_ = Fallback{name, "RUNS_IN_ORDER", "the parallel loop runs in order" + why, nest.range.line};
    return;
  }
  if (!any) {
    unsuitable_ = Fallback{name, "NO_PARALLEL_LOOP", "the function has no parallel loop", 0};
    return;
  }
  ir::walk_stmts(scheduled_, scheduled_.body, [&](ir::StmtId id) {
    const auto* allocation = std::get_if<ir::Allocate>(&scheduled_[id].node);
    if (allocation != nullptr && allocation->keeps)
      unsuitable_ = Fallback{name, "GROWING_LIST", "a list that grows lives on the CPU", scheduled_[id].range.line};
    return !unsuitable_;
  });
  if (unsuitable_) return;
  for (const kernel::Kernel& kernel : kernels_) {
    if (auto lack = codegen::device_lacks(scheduled_, kernel, device().properties())) {
      unsuitable_ = Fallback{name, lack->code, lack->reason, lack->where.line};
      return;
    }
  }
}

const kernel::Kernel& GpuFunction::kernel_at(ir::StmtId root) const {
  const auto found = std::find_if(kernels_.begin(), kernels_.end(),
                                  [&](const kernel::Kernel& kernel) { return kernel.root == root; });
  if (found == kernels_.end()) throw InternalError("launching a kernel", "it is none of the function's");
  return *found;
}

const kernel::Kernel* GpuFunction::by_groups(const kernel::Kernel& kernel) {
  std::call_once(groups_are_sought_, [&] {
    grouped_ = footprint::reference_groups(scheduled_);
    if (grouped_) grouped_kernels_ = kernel::find_kernels(grouped_->function);
  });
  if (!grouped_) return nullptr;
  const kernel::Kernel& grouped = grouped_kernels_[static_cast<size_t>(&kernel - kernels_.data())];
  return grouped.arrays.size() > kernel.arrays.size() ? &grouped : nullptr;
}

const ir::Function& GpuFunction::function_of(const kernel::Kernel& kernel) const {
  const bool own = std::any_of(kernels_.begin(), kernels_.end(),
                               [&](const kernel::Kernel& known) { return &known == &kernel; });
  return own ? scheduled_ : grouped_->function;
}

std::span<const ir::ArrayId> GpuFunction::originals() const {
  return grouped_ ? std::span<const ir::ArrayId>(grouped_->originals) : std::span<const ir::ArrayId>();
}

bool GpuFunction::is_last(const kernel::Kernel& kernel) const {
  return &kernel == &kernels_.back() && !ends_in_loop_;
}

std::vector<const kernel::Kernel*> GpuFunction::users_of(ir::ArrayId array) const {
  std::vector<const kernel::Kernel*> users;
  const auto known = array_users_.find(array);
  if (known == array_users_.end()) return users;
  for (const size_t user : known->second) users.push_back(&kernels_[user]);
  return users;
}

bool GpuFunction::may_pack(ir::ArrayId array, const std::array<kernel::Axis, kMaxRank>& axes) {
  constexpr size_t kMostPackings = 8;
  if (axes == std::array<kernel::Axis, kMaxRank>{}) return true;
  const std::lock_guard lock(mutex_);
  if (packings_.size() >= kMostPackings && !packings_.contains({array, axes})) return false;
  packings_.emplace(array, axes);
  return true;
}

std::span<const ir::StmtId> GpuFunction::short_loops(const kernel::Kernel& kernel) const {
  if (&function_of(kernel) != &scheduled_) return {};
  return short_loops_.at(kernel.root);
}

bool GpuFunction::may_unroll(const kernel::Kernel& kernel, const std::vector<int>& turns) {
  constexpr size_t kMostTurns = 4;
  const std::lock_guard lock(mutex_);
  std::set<std::vector<int>>& known = turns_[kernel.root];
  if (known.size() >= kMostTurns && !known.contains(turns)) return false;
  known.insert(turns);
  return true;
}

std::optional<ir::ExprId> GpuFunction::work_on_one_item(const kernel::Kernel& kernel) const {
  const auto known = work_on_one_item_.find(kernel.root);
  return known != work_on_one_item_.end() ? std::optional(known->second) : std::nullopt;
}

}  // namespace unpython::driver
