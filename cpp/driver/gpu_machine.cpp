#include "driver/gpu_machine.h"

#include <algorithm>
#include <climits>
#include <utility>

#include "driver/gpu_tiles.h"
#include "driver/scalar_slot.h"
#include "ir/rewrite.h"
#include "kernel/stage_rows.h"
#include "runtime/device_failure.h"
#include "runtime/tile_pipeline.h"

namespace unpython::driver {
namespace {

using kernel::ArrayUse;
using kernel::IterationRange;
using kernel::Kernel;
using kernel::KernelArray;

std::vector<IterationRange> ranges_of_all(std::span<const int64_t> extents) {
  std::vector<IterationRange> ranges;
  for (const int64_t extent : extents) ranges.push_back({0, extent});
  return ranges;
}

std::vector<int64_t> integers(const std::vector<ir::Constant>& scalars) {
  std::vector<int64_t> result;
  for (const ir::Constant& scalar : scalars) {
    if (is_integer(scalar.type)) result.push_back(scalar.integer);
  }
  return result;
}

/// How many iterations the ranges have, x first.
std::array<int64_t, 3> extents_of(std::span<const IterationRange> ranges) {
  std::array<int64_t, 3> extents{1, 1, 1};
  for (size_t n = 0; n < ranges.size(); ++n) extents[ranges.size() - 1 - n] = ranges[n].end - ranges[n].first;
  return extents;
}

/// One launch, or several where the ranges have more groups, of `items` iterations each, than the device
/// takes.
template <class Launch>
void for_each_launch(std::span<const IterationRange> ranges, const abi::DeviceProperties& device,
                     const std::array<int64_t, 3>& items, const Launch& launch) {
  const size_t dimensions = ranges.size();
  const std::array<int64_t, 3> extents = extents_of(ranges);
  const std::array<int64_t, 3> limit = kernel::launch_limit(items, device);
  std::array<int64_t, 3> first{};
  for (first[2] = 0; first[2] < extents[2]; first[2] += limit[2]) {
    for (first[1] = 0; first[1] < extents[1]; first[1] += limit[1]) {
      for (first[0] = 0; first[0] < extents[0]; first[0] += limit[0]) {
        std::vector<IterationRange> part(ranges.begin(), ranges.end());
        std::array<int64_t, 3> size{};
        for (size_t d = 0; d < 3; ++d) {
          size[d] = std::min(limit[d], extents[d] - first[d]);
          if (d >= dimensions) continue;
          IterationRange& range = part[dimensions - 1 - d];
          range.first += first[d];
          range.end = range.first + size[d];
        }
        launch(part, kernel::groups_over(size, items));
      }
    }
  }
}

}  // namespace

/// The stages of a launch that runs tile by tile.
class GpuMachine::Tiles : public runtime::TileStages {
 public:
  Tiles(GpuMachine& machine, const Launch& launch, const LaunchPlan& plan, const LaunchQuestion& question)
      : machine_(machine),
        launch_(launch),
        plan_(plan),
        arrays_(
            machine.arrays_, launch.kernel,
            [this, &question](int64_t tile) { return question.uses(plan_.ranges(tile, launch_.extents)); },
            question.uses(ranges_of_all(launch.extents)), plan.tiles, plan.places, plan.early,
            plan.is_sliced(launch.extents)),
        in_(machine.arrays_.gpu().queue(runtime::Direction::In)),
        out_(machine.arrays_.gpu().queue(runtime::Direction::Out)) {}

  void prepare(int64_t tile) override { arrays_.prepare(tile); }
  [[nodiscard]] bool must_wait(int64_t tile) const override { return arrays_.must_wait(tile); }
  void fetch(int64_t tile, runtime::TransferList& list) override { arrays_.fetch(tile, in_, list); }
  void work(int64_t tile) override {
    const std::vector<IterationRange> ranges = plan_.ranges(tile, launch_.extents);
    if (launch_.kernel.may_raise && tile > 0) {
      machine_.fetch_error();
      if (machine_.cell_.iteration < lowest(ranges)) return;  // what comes after a failure need not run
    }
    machine_.queue(launch_, ranges, arrays_.arrays(tile));
    arrays_.mark_stored(tile);
  }
  void store(int64_t tile, runtime::TransferList& list) override { arrays_.store(tile, out_, list); }

 private:
  /// Number of the first iteration among all of the grid.
  [[nodiscard]] int64_t lowest(std::span<const IterationRange> ranges) const {
    int64_t number = 0;
    for (size_t d = 0; d < ranges.size(); ++d) number = number * launch_.extents[d] + ranges[d].first;
    return number;
  }

  GpuMachine& machine_;
  const Launch& launch_;
  const LaunchPlan& plan_;
  GpuTiles arrays_;
  const runtime::QueueHandle in_;
  const runtime::QueueHandle out_;
};

std::optional<ir::Outcome> GpuMachine::launch(ir::StmtId root, const Value& value) {
  const Kernel& kernel = function_.kernel_at(root);
  const runtime::MovedBytes before = arrays_.count();
  std::optional<ir::Outcome> outcome = run(kernel, value);
  note_moved(kernel, before);
  return outcome;
}

std::optional<ir::Outcome> GpuMachine::run(const Kernel& kernel, const Value& value) {
  const ir::Function& f = function_.scheduled();
  Launch launch{kernel, value, {}, {}};
  for (ir::StmtId id : kernel.grid) {
    launch.extents.push_back(value(std::get<ir::For>(f[id].node).extent).integer);
    if (launch.extents.back() <= 0) return ir::Outcome{};
  }
  for (ir::VarId scalar : kernel.scalars) launch.scalars.push_back(value(read_of(scalar)));
  const auto ask = [&](const Kernel& asked) -> LaunchQuestion {
    return {.kernel = asked,
            .extents = launch.extents,
            .uses = [&](std::span<const IterationRange> ranges) { return uses_of(asked, ranges, value); },
            .last = function_.is_last(kernel),
            .least_tiles = function_.least_tiles(),
            .numbers = integers(launch.scalars),
            .known = &function_.tile_plans(),
            .affordable_bytes = affordable_bytes_};
  };
  std::optional<LaunchQuestion> by_groups;
  LaunchQuestion question = ask(kernel);
  question.by_groups = [&]() -> const LaunchQuestion* {
    const Kernel* grouped = function_.by_groups(kernel);
    if (grouped == nullptr) return nullptr;
    arrays_.name_groups(function_.originals());
    return &by_groups.emplace(ask(*grouped));
  };
  if (kernel.may_raise) {
    spoil_recording();
    clear_error();
  }
  const std::optional<LaunchPlan> plan = plan_launch(arrays_, question);
  if (!plan) return leave_to_host(kernel);
  if (plan->tiling == Tiling::None) {
    run_at_once(launch, question);
  } else {
    const LaunchQuestion& asked = plan->by_groups ? *by_groups : question;
    const Launch tiled{asked.kernel, value, launch.extents, launch.scalars};
    Tiles stages(*this, tiled, *plan, asked);
    arrays_.add(runtime::run_tiles(arrays_.gpu(), stages, plan->tiles));
    note(kernel, *plan);
  }
  if (!kernel.may_raise) return ir::Outcome{};
  fetch_error();
  return outcome_of_error();
}

/// All arrays are held.
void GpuMachine::run_at_once(const Launch& launch, const LaunchQuestion& question) {
  const std::vector<IterationRange> ranges = ranges_of_all(launch.extents);
  const auto reach = question.last ? GpuArrays::Reach::Exact : GpuArrays::Reach::Slab;
  const std::vector<ArrayUse> uses = question.uses(ranges);
  std::vector<DeviceArray> placed(launch.kernel.arrays.size());
  runtime::TransferList list;
  for (size_t i = 0; i < placed.size(); ++i) {
    const KernelArray& array = launch.kernel.arrays[i];
    if (!array.loaded && !array.stored) continue;
    arrays_.fetch(array.array, uses[i], reach, arrays_.queue(), list);
    placed[i] = arrays_.held(array.array);
  }
  if (!list.is_empty()) arrays_.add(arrays_.gpu().transfers().run(list.all()));
  queue(launch, ranges, placed);
  for (size_t i = 0; i < placed.size(); ++i) {
    if (uses[i].stored) arrays_.mark_changed(launch.kernel.arrays[i].array, *uses[i].stored);
  }
}

void GpuMachine::queue(const Launch& launch, std::span<const IterationRange> ranges,
                       const std::vector<DeviceArray>& placed) {
  const Kernel& kernel = launch.kernel;
  kernel::Layout layout = layout_of(kernel, placed);
  layout.staged = stages_rows(launch, layout, extents_of(ranges));
  const GpuFunction::KernelCode& built = function_.code(kernel, layout);
  const runtime::DeviceCode& code = *built.code;
  const std::array<int64_t, 3> threads =
      built.staging
          ? built.staging->threads
          : kernel::group_threads(extents_of(ranges), device_.properties(), code.facts(0).max_threads);
  for_each_launch(ranges, device_.properties(), built.staging ? built.staging->items : threads,
                  [&](const std::vector<IterationRange>& part, const std::array<int64_t, 3>& groups) {
                    LaunchArguments arguments;
                    for (size_t n = 0; n < part.size(); ++n) {
                      arguments.number(part[n].first);
                      arguments.number(part[n].end);
                      if (kernel.may_raise && n > 0) arguments.number(launch.extents[n]);
                    }
                    for (size_t n = 0; n < launch.scalars.size(); ++n) {
                      const ir::Constant& scalar = launch.scalars[n];
                      arguments.scalar(to_slot(scalar), static_cast<int>(size_of(scalar.type)),
                                       scalar_argument(kernel.scalars[n]));
                    }
                    for (size_t i = 0; i < kernel.arrays.size(); ++i)
                      add_array(kernel.arrays[i], placed[i], layout.unit_dimension[i], layout.narrow_offsets,
                                arguments);
                    if (kernel.may_raise) arguments.memory(error_.get(), -1);
                    const runtime::LaunchGeometry grid{groups, threads};
                    std::vector<runtime::KernelArgument> given;
                    given.reserve(arguments.all().size());
                    for (const LaunchArgument& argument : arguments.all())
                      given.push_back(LaunchArguments::as_given(argument));
                    device_.launch(arrays_.queue(), code, 0, grid, given);
                    if (recording_ != nullptr) recording_->note(code, grid, arguments.all());
                    KernelRecord& record = record_of(kernel);
                    record.grid = groups;
                    record.block = threads;
                    ++record.launches;
                  });
}

bool GpuMachine::stages_rows(const Launch& launch, const kernel::Layout& layout,
                             const std::array<int64_t, 3>& extents) const {
  const kernel::Staging* staging = function_.staging(launch.kernel, layout);
  if (staging == nullptr) return false;
  const ir::Function& f = function_.function_of(launch.kernel);
  return kernel::staging_pays(*staging, extents, [&](ir::StmtId loop) {
    return launch.value(std::get<ir::For>(f[loop].node).extent).integer;
  });
}

/// Parameters of one array, in the order that kernel/launch.h says.
void GpuMachine::add_array(const KernelArray& array, const DeviceArray& on_it, int unit_dimension,
                           bool narrow_offsets, LaunchArguments& arguments) const {
  const CallArray& known = arrays_[array.array];
  if (array.loaded || array.stored) {
    arguments.memory(on_it.memory,
                     on_it.placed.first == 0 ? resident_argument(array.array, on_it.memory) : -1);
    arguments.number(on_it.placed.first);
    for (int d = 0; d < known.rank; ++d) {
      if (d == unit_dimension) continue;
      const int64_t stride = on_it.placed.strides[static_cast<size_t>(d)];
      if (narrow_offsets) {
        arguments.number(static_cast<uint32_t>(stride));
      } else {
        arguments.number(stride);
      }
    }
  }
  for (size_t d = 0; d < array.asked_extents.size(); ++d) {
    if (array.asked_extents[d]) arguments.number(known.host.extents[d]);
  }
}

/// Position of a scalar among the scalar parameters; -1: it is none.
int GpuMachine::scalar_argument(ir::VarId variable) const {
  int index = 0;
  for (const ir::Parameter& parameter : function_.scheduled().parameters) {
    if (parameter.is_array) continue;
    if (parameter.variable == variable) return index;
    ++index;
  }
  return -1;
}

/// Position of an array among the array parameters, where all of a resident of the call is its memory; else
/// -1.
int GpuMachine::resident_argument(ir::ArrayId array, runtime::MemoryHandle memory) const {
  if (recording_ == nullptr) return -1;
  size_t index = 0;
  for (const ir::Parameter& parameter : function_.scheduled().parameters) {
    if (!parameter.is_array) continue;
    if (parameter.array == array) return residents_[index].memory == memory ? static_cast<int>(index) : -1;
    ++index;
  }
  return -1;
}

/// The function has a Read of every scalar that a kernel reads.
ir::ExprId GpuMachine::read_of(ir::VarId variable) {
  if (reads_.empty()) {
    const ir::Function& f = function_.scheduled();
    for (ir::ExprId id{0}; f.exprs.contains(id); ++id.value) {
      if (const auto* read = std::get_if<ir::Read>(&f[id].node)) reads_.emplace(read->variable, id);
    }
  }
  return reads_.at(variable);
}

std::vector<ArrayUse> GpuMachine::uses_of(const Kernel& kernel, std::span<const IterationRange> ranges,
                                          const Value& value) const {
  const ir::Function& f = function_.function_of(kernel);
  const kernel::LaunchNumbers numbers{
      .value = [&](ir::ExprId id) -> std::optional<int64_t> {
        bool loads = false;
        ir::walk_exprs(f, id,
                       [&](ir::ExprId part) { loads |= std::holds_alternative<ir::Load>(f[part].node); });
        return loads ? std::nullopt : std::optional(value(id).integer);
      },
      .extent = [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); }};
  std::vector<ArrayUse> uses = kernel::boxes(f, kernel, ranges, numbers);
  // Tiles behind one that raised do not run: they must not leave gaps.
  if (kernel.may_raise) {
    for (ArrayUse& use : uses) use.covered = false;
  }
  return uses;
}

kernel::Layout GpuMachine::layout_of(const Kernel& kernel, const std::vector<DeviceArray>& placed) const {
  kernel::Layout layout{.narrow_offsets = true};
  layout.disjoint = true;
  for (size_t i = 0; i < placed.size(); ++i) {
    const PlacedArray& array = placed[i].placed;
    layout.narrow_offsets = layout.narrow_offsets && !array.backwards && array.last < INT32_MAX;
    layout.unit_dimension.push_back(array.unit_dimension);
    for (size_t j = 0; j < placed.size(); ++j) {
      const bool shared = i != j && placed[i].memory == placed[j].memory;
      if (shared && (kernel.arrays[i].stored || kernel.arrays[j].stored)) layout.disjoint = false;
    }
  }
  return layout;
}

/// What no tile has room for runs elsewhere: the whole call, or what is left of it on the host.
std::optional<ir::Outcome> GpuMachine::leave_to_host(const Kernel& kernel) {
  if (!arrays_.host_is_written()) {
    const int line = function_.scheduled()[kernel.root].range.line;
    throw runtime::DeviceFailure(runtime::FailureKind::OutOfMemory, device_.properties().name,
                                 "one iteration of the loop in line " + std::to_string(line),
                                 "more than the device has memory for", arrays_.room());
  }
  for (const KernelArray& array : kernel.arrays) arrays_.evict(arrays_[array.array].buffer);
  KernelRecord& record = record_of(kernel);
  record.host_code = "OUT_OF_DEVICE_MEMORY";
  record.host_reason = "one iteration needs more memory than the device has for it";
  return std::nullopt;
}

void GpuMachine::clear_error() {
  if (!error_) error_ = arrays_.acquire(sizeof(kernel::ErrorCell));
  cell_ = {};
  cell_.iteration = INT64_MAX;
  device_.copy_in(arrays_.queue(), {error_.get(), 0}, &cell_, sizeof cell_);
}

/// Waits for the kernels so far.
void GpuMachine::fetch_error() {
  device_.copy_out(arrays_.queue(), &cell_, {error_.get(), 0}, sizeof cell_);
  device_.wait(arrays_.queue());
}

ir::Outcome GpuMachine::outcome_of_error() const {
  ir::Outcome outcome;
  if (cell_.iteration == INT64_MAX) return outcome;
  outcome.raised = true;
  outcome.error = ir::ErrorId{cell_.site};
  for (int32_t i = 0; i < cell_.argument_count; ++i) {
    ir::Constant argument;
    argument.integer = cell_.arguments[i];
    outcome.arguments.push_back(argument);
  }
  return outcome;
}

KernelRecord& GpuMachine::record_of(const Kernel& kernel) {
  auto known = std::find_if(record_.kernels.begin(), record_.kernels.end(),
                            [&](const KernelRecord& r) { return r.name == kernel.name; });
  if (known != record_.kernels.end()) return *known;
  KernelRecord& fresh = record_.kernels.emplace_back();
  fresh.name = kernel.name;
  fresh.line = function_.scheduled()[kernel.root].range.line;
  return fresh;
}

void GpuMachine::note_moved(const Kernel& kernel, const runtime::MovedBytes& before) {
  for (const KernelArray& array : kernel.arrays) {
    if (array.stored) last_store_[array.array] = &kernel;
  }
  const runtime::MovedBytes& now = arrays_.count();
  if (now.in == before.in && now.out == before.out) return;
  KernelRecord& record = record_of(kernel);
  record.bytes_in += now.in - before.in;
  record.bytes_out += now.out - before.out;
}

void GpuMachine::note_out(ir::ArrayId array, int64_t bytes) {
  const auto last = last_store_.find(array);
  if (bytes > 0 && last != last_store_.end()) record_of(*last->second).bytes_out += bytes;
}

void GpuMachine::note_results() {
  for (const auto& [array, kernel] : last_store_) note_out(array, arrays_.brought(array));
}

void GpuMachine::note(const Kernel& kernel, const LaunchPlan& plan) {
  KernelRecord& record = record_of(kernel);
  if (!record.tiled_for.empty() && record.tiles >= plan.tiles) return;
  record.tiles = plan.tiles;
  record.tile = plan.lengths;
  record.tiled_for = name_of(plan.tiling);
}

}  // namespace unpython::driver
