#include "driver/execute/gpu_machine.h"

#include <algorithm>
#include <bit>
#include <climits>
#include <memory>
#include <utility>

#include "driver/execute/gpu_tiles.h"
#include "driver/execute/group_record.h"
#include "driver/execute/tile_pipeline.h"
#include "ir/interpret/memory.h"
#include "ir/rewrite.h"
#include "ir/scalar_slot.h"
#include "kernel/short_loops.h"
#include "runtime/device/device_failure.h"
#include "support/checked_int.h"

namespace unpython::driver {
namespace {

/// Kernels between two looks at errors: a loop of the host that only an exception ends must end, and what runs behind
/// an exception is wasted.
constexpr int kMostUnseen = 256;
constexpr size_t kValueRoom = 16;  // bytes of one element

// What decides where a kernel of one work item runs.
/// One operation (cost/cost.h) of one work item of a GPU, most of which wait for the one before, and of the processor.
constexpr double kItemSeconds = 10e-9;
constexpr double kHostSeconds = 0.4e-9;
/// Of transfers between host and device, roughly.
constexpr double kBytesPerSecond = 10e9;
/// From a launch to its result.
constexpr double kLaunchSeconds = 20e-6;
/// The host's memory of an argument is not written early, after which a failing device ends the call, for less.
constexpr double kLeastSaved = 500e-6;

using kernel::ArrayUse;
using kernel::Footprint;
using kernel::IterationRange;
using kernel::Kernel;
using kernel::KernelArray;

std::vector<IterationRange> ranges_of_all(std::span<const int64_t> extents) {
  std::vector<IterationRange> ranges;
  for (const int64_t extent : extents) ranges.push_back({0, extent});
  return ranges;
}

/// The value of a scalar, which may be of any type.
void append(const ir::Constant& scalar, std::vector<int64_t>& numbers) {
  numbers.insert(numbers.end(), {scalar.integer, std::bit_cast<int64_t>(scalar.real.real()),
                                 std::bit_cast<int64_t>(scalar.real.imag())});
}

const ArrayUse& use_in(const std::vector<ArrayUse>& uses, const Kernel& kernel, ir::ArrayId array) {
  const auto found = std::find_if(kernel.arrays.begin(), kernel.arrays.end(),
                                  [&](const KernelArray& known) { return known.array == array; });
  return uses[static_cast<size_t>(found - kernel.arrays.begin())];
}

/// How many iterations the ranges have, x first.
std::array<int64_t, 3> extents_of(std::span<const IterationRange> ranges) {
  std::array<int64_t, 3> extents{1, 1, 1};
  for (size_t n = 0; n < ranges.size(); ++n) extents[ranges.size() - 1 - n] = ranges[n].end - ranges[n].first;
  return extents;
}
std::array<int64_t, 3> firsts_of(std::span<const IterationRange> ranges) {
  std::array<int64_t, 3> firsts{0, 0, 0};
  for (size_t n = 0; n < ranges.size(); ++n) firsts[ranges.size() - 1 - n] = ranges[n].first;
  return firsts;
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
            question.all, plan.tiles, plan.places, plan.early, plan.is_sliced(launch.extents)),
        in_(machine.arrays_.gpu().queue(runtime::Direction::In)),
        out_(machine.arrays_.gpu().queue(runtime::Direction::Out)) {}

  void prepare(int64_t tile) override { arrays_.prepare(tile); }
  [[nodiscard]] bool must_wait(int64_t tile) const override { return arrays_.must_wait(tile); }
  void fetch(int64_t tile, runtime::TransferList& list) override { arrays_.fetch(tile, in_, list); }
  void work(int64_t tile) override {
    const std::vector<IterationRange> ranges = launch_.in_grid(plan_.ranges(tile, launch_.extents));
    if (launch_.kernel.may_raise && tile > 0) {
      machine_.errors_.look();
      if (machine_.errors_.iteration() < lowest(ranges)) return;  // what comes after a failure need not run
    }
    machine_.queue(launch_, ranges, arrays_.arrays(tile));
    arrays_.mark_stored(tile);
  }
  void store(int64_t tile, runtime::TransferList& list) override { arrays_.store(tile, out_, list); }

 private:
  /// Number of the first iteration (kernel::ErrorCell).
  [[nodiscard]] int64_t lowest(std::span<const IterationRange> ranges) const {
    int64_t number = 0;
    for (size_t d = 0; d < ranges.size(); ++d) number = number * launch_.whole[d] + ranges[d].first;
    return launch_.before + number;
  }

  GpuMachine& machine_;
  const Launch& launch_;
  const LaunchPlan& plan_;
  GpuTiles arrays_;
  const runtime::QueueHandle in_;
  const runtime::QueueHandle out_;
};

std::vector<IterationRange> GpuMachine::Launch::in_grid(std::span<const IterationRange> ranges) const {
  std::vector<IterationRange> result(ranges.begin(), ranges.end());
  for (size_t d = 0; d < firsts.size(); ++d) {
    result[d].first += firsts[d];
    result[d].end += firsts[d];
  }
  return result;
}

/// With the questions to it, which point into it.
class GpuMachine::Prepared {
 public:
  Prepared(const GpuMachine& machine, Launch what) : launch(std::move(what)), machine_(machine) {
    const bool moves = std::any_of(launch.kernel.arrays.begin(), launch.kernel.arrays.end(), [&](const KernelArray& array) {
      return (array.loaded || array.stored) && !machine.arrays_.is_resident(array.array);
    });
    most_boxes_ = moves ? kernel::kMostBoxes : 1;
    question_.emplace(ask(launch.kernel));
    question_->by_groups = [this]() -> const LaunchQuestion* {
      const Kernel* grouped = machine_.function_.by_groups(launch.kernel);
      if (grouped == nullptr) return nullptr;
      machine_.arrays_.name_groups(machine_.function_.originals());
      return &by_groups_.emplace(ask(*grouped));
    };
  }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  [[nodiscard]] const LaunchQuestion& question() const { return *question_; }
  /// The one that the plan answers.
  [[nodiscard]] const LaunchQuestion& planned() const { return plan->by_groups ? *by_groups_ : *question_; }

  const Launch launch;
  std::optional<LaunchPlan> plan;

 private:
  [[nodiscard]] LaunchQuestion ask(const Kernel& asked) const {
    const auto uses = [this, &asked](std::span<const IterationRange> ranges, size_t most_boxes) {
      return machine_.uses_of(asked, launch.in_grid(ranges), launch.value, most_boxes);
    };
    return {.kernel = asked,
            .extents = launch.extents,
            .all = machine_.uses_of_all(asked, launch, most_boxes_),
            .uses = [uses, most = most_boxes_](std::span<const IterationRange> ranges) { return uses(ranges, most); },
            .enclosing = [uses](std::span<const IterationRange> ranges) { return uses(ranges, 1); },
            .last = machine_.function_.is_last(launch.kernel),
            .least_tiles = machine_.function_.least_tiles(),
            .numbers = launch.numbers,
            .known = &machine_.function_.tile_plans(),
            .affordable_bytes = machine_.affordable_bytes_};
  }

  const GpuMachine& machine_;
  size_t most_boxes_ = 1;
  std::optional<LaunchQuestion> question_;
  std::optional<LaunchQuestion> by_groups_;
};

std::optional<ir::Outcome> GpuMachine::launch(ir::StmtId root, const Value& value) {
  const Kernel& kernel = function_.kernel_at(root);
  const runtime::MovedBytes before = arrays_.count();
  std::vector<runtime::MovedBytes> arrays_before;
  for (const KernelArray& array : kernel.arrays) arrays_before.push_back(arrays_.moved(array.array));
  run(kernel, value);
  mark_values_stored(kernel);
  note_moved(kernel, before, arrays_before);
  return ir::Outcome{};
}

void GpuMachine::mark_values_stored(const Kernel& kernel) {
  for (const KernelArray& array : kernel.arrays) {
    if (array.stored) values_.mark_stored(array.array);
  }
}

std::optional<GpuMachine::Launch> GpuMachine::begin(const Kernel& kernel, const Value& value) {
  Launch launch{kernel, value, {}};
  if (!find_numbers(launch)) return std::nullopt;
  for (ir::VarId scalar : kernel.scalars) launch.scalars.push_back(value(function_.read_of(scalar)));
  launch.whole = launch.extents;
  launch.before = number_iterations(launch.extents);
  return launch;
}

GpuMachine::Launch GpuMachine::part_of(const Launch& all, std::span<const IterationRange> ranges) const {
  Launch part{function_.kernel_at(all.kernel.root), all.value, {}, all.scalars, all.before, all.numbers, {}, all.whole};
  if (ranges.empty()) part.extents = all.extents;
  for (const IterationRange& range : ranges) {
    part.extents.push_back(range.end - range.first);
    part.firsts.push_back(range.first);
    part.numbers.insert(part.numbers.end(), {range.first, range.end});
  }
  return part;
}

void GpuMachine::run(const Kernel& kernel, const Value& value) {
  if (errors_.are_open() && unseen_ >= kMostUnseen) settle();
  const std::optional<Launch> launch = begin(kernel, value);
  if (!launch) return;
  if (is_for_host(*launch)) return run_on_host(*launch);
  if (stays(kernel)) return run_where_it_is(*launch);
  Prepared prepared(*this, *launch);
  fit_buffers(*launch, *prepared.question().all);
  prepared.plan = plan_launch(arrays_, prepared.question());
  if (!prepared.plan) return leave_to_host(*launch);
  run(prepared);
}

void GpuMachine::run(Prepared& prepared) {
  const LaunchPlan& plan = *prepared.plan;
  const Launch& launch = prepared.launch;
  if (plan.tiling == Tiling::None) return run_at_once(launch, prepared.question());
  const LaunchQuestion& asked = prepared.planned();
  const Launch tiled{asked.kernel,   launch.value,   launch.extents, launch.scalars,
                     launch.before, launch.numbers, launch.firsts,  launch.whole};
  settle();
  Tiles stages(*this, tiled, plan, asked);
  arrays_.add(runtime::run_tiles(arrays_.gpu(), stages, plan.tiles));
  note(launch.kernel, plan);
}

std::shared_ptr<GpuMachine::Prepared> GpuMachine::prepare(Launch launch) {
  auto prepared = std::make_shared<Prepared>(*this, std::move(launch));
  prepared->plan = plan_launch(arrays_, prepared->question());
  return prepared->plan ? prepared : nullptr;
}

void GpuMachine::execute(Prepared& prepared) {
  const Kernel& kernel = prepared.launch.kernel;
  const runtime::MovedBytes before = arrays_.count();
  std::vector<runtime::MovedBytes> arrays_before;
  for (const KernelArray& array : kernel.arrays) arrays_before.push_back(arrays_.moved(array.array));
  run(prepared);
  note_moved(kernel, before, arrays_before);
}

const std::vector<ArrayUse>& GpuMachine::uses(const Prepared& prepared) { return *prepared.question().all; }

bool GpuMachine::is_at_once(const Prepared& prepared) { return prepared.plan->tiling == Tiling::None; }

bool GpuMachine::is_quick(const Prepared& prepared) const {
  if (!is_at_once(prepared)) return false;
  const std::vector<ArrayUse>& uses = *prepared.question().all;
  for (size_t i = 0; i < uses.size(); ++i) {
    if (arrays_.missing_bytes(prepared.launch.kernel.arrays[i].array, uses[i], GpuArrays::Adding::Beside) > 0)
      return false;
  }
  return true;
}

/// Its arrays are on the device and do not leave it: nobody asks what it touches.
bool GpuMachine::stays(const Kernel& kernel) {
  if (function_.least_tiles() > 1) return false;
  return std::all_of(kernel.arrays.begin(), kernel.arrays.end(), [&](const KernelArray& array) {
    return (!array.loaded && !array.stored) || arrays_.stays(array.array);
  });
}

void GpuMachine::run_where_it_is(const Launch& launch) {
  std::vector<DeviceArray> placed(launch.kernel.arrays.size());
  for (size_t i = 0; i < placed.size(); ++i) {
    const KernelArray& array = launch.kernel.arrays[i];
    if (array.loaded || array.stored) placed[i] = arrays_.held(array.array);
  }
  const std::optional<int64_t> unless_before = unless_raised(launch);
  queue(launch, ranges_of_all(launch.extents), placed);
  for (const KernelArray& array : launch.kernel.arrays) {
    if (array.stored) arrays_.mark_all_changed(array.array, unless_before);
  }
}

/// From when on it is not known whether a launch does something; none: it does.
std::optional<int64_t> GpuMachine::unless_raised(const Launch& launch) const {
  return errors_.are_open() ? std::optional(launch.before) : std::nullopt;
}

/// Of a kernel of these extents: how many iterations are before it. Kernels of groups do not raise.
int64_t GpuMachine::number_iterations(std::span<const int64_t> extents) {
  const int64_t before = iterations_;
  int64_t count = 1;
  for (const int64_t extent : extents) count = checked_mul(count, extent).value_or(INT64_MAX / 2);
  iterations_ = std::min(before + std::min(count, INT64_MAX / 2 - 1), INT64_MAX / 2);
  return before;
}

void GpuMachine::settle() {
  if (errors_.are_open()) errors_.look();
  act_on_look();
}

int64_t GpuMachine::look() {
  if (errors_.are_open()) errors_.look();
  return errors_.iteration();
}

void GpuMachine::settle_after(int64_t raised) {
  unseen_ = 0;
  arrays_.settle(raised);
}

void GpuMachine::act_on_look() {
  settle_after(errors_.iteration());
  if (errors_.iteration() != INT64_MAX) throw KernelRaised{errors_.outcome()};
}

/// What steers launches: loops over elements are kernels (place_statements), so the interpreter reads single ones.
/// Elements of the function's own arrays come together with others that the host is going to read.
ir::Constant GpuMachine::load(ir::ArrayId array, std::span<const int64_t> indices) {
  program_.spoil();
  if (const ir::Constant* known = values_.find(array, indices)) return *known;
  if (!arrays_.is_on_device(array, indices)) return arrays_.load(array, indices);
  const auto is_there = [&](const kernel::HostRead& read) {
    for (size_t d = 0; d < read.indices.size(); ++d) {
      if (read.indices[d] < 0 || read.indices[d] >= arrays_.extent(read.array, static_cast<int>(d)))
        return false;
    }
    return arrays_.is_on_device(read.array, read.indices);
  };
  const std::vector<kernel::HostRead> reads =
      values_.together_with(array, indices, KernelErrors::kValueBytes / kValueRoom, is_there);
  std::byte* values = errors_.values();
  for (size_t n = 0; n < reads.size(); ++n) {
    const int64_t bytes = arrays_[reads[n].array].item_bytes;
    arrays_.queue_load(reads[n].array, reads[n].indices, values + n * kValueRoom);
    program_.add(CopyStep{runtime::Direction::Out, reads[n].array, bytes});
    note_out(reads[n].array, bytes);
  }
  errors_.look();
  act_on_look();
  for (size_t n = 0; n < reads.size(); ++n) {
    const ScalarType type = function_.scheduled()[reads[n].array].type;
    values_.keep(reads[n], ir::read_scalar(type, reinterpret_cast<const char*>(values + n * kValueRoom)));
  }
  const ScalarType type = function_.scheduled()[array].type;
  return ir::read_scalar(type, reinterpret_cast<const char*>(values));
}

/// The extents of the grid, and what else decides which elements a launch touches. False: it has no iterations.
bool GpuMachine::find_numbers(Launch& launch) {
  const ir::Function& f = function_.scheduled();
  for (ir::StmtId id : launch.kernel.grid) {
    const int64_t extent = launch.value(std::get<ir::For>(f[id].node).extent).integer;
    if (extent <= 0) return false;
    if (launch.kernel.ranges(f) > 0) launch.extents.push_back(extent);
    launch.numbers.push_back(extent);
  }
  for (const size_t scalar : function_.deciding(launch.kernel))
    append(launch.value(function_.read_of(launch.kernel.scalars[scalar])), launch.numbers);
  return true;
}

/// Buffers need no room for what no kernel of the call touches.
void GpuMachine::fit_buffers(const Launch& launch, const std::vector<ArrayUse>& uses) {
  for (size_t i = 0; i < launch.kernel.arrays.size(); ++i) {
    const KernelArray& own = launch.kernel.arrays[i];
    const ir::ArrayId array = own.array;
    const std::vector<const Kernel*> users = function_.users_of(array);
    if (users.empty() || !arrays_.may_fit(array)) continue;
    // A kernel that asks for its shape alone comes before its users, whose numbers may not be known yet.
    if (!own.loaded && !own.stored) continue;
    Footprint touched = uses[i].touched();
    Footprint stored = uses[i].stored;
    for (const Kernel* user : users) {
      Launch other{*user, launch.value, {}};
      if (arrays_.is_all(array, touched) || user == &launch.kernel || !find_numbers(other)) continue;
      const KnownUses::Uses known = uses_of_all(*user, other, kernel::kMostBoxes);
      touched.add(use_in(*known, *user, array).touched());
      stored.add(use_in(*known, *user, array).stored);
    }
    arrays_.fit(array, touched, stored,
                [&](const PlacedArray& placed) { return function_.may_pack(array, placed.axes); });
  }
}

/// All arrays are held.
void GpuMachine::run_at_once(const Launch& launch, const LaunchQuestion& question) {
  const std::vector<IterationRange> ranges = launch.in_grid(ranges_of_all(launch.extents));
  const auto adding = question.last ? GpuArrays::Adding::Last : GpuArrays::Adding::More;
  const std::vector<ArrayUse>& uses = *question.all;
  std::vector<DeviceArray> placed(launch.kernel.arrays.size());
  runtime::TransferList list;
  for (size_t i = 0; i < placed.size(); ++i) {
    const KernelArray& array = launch.kernel.arrays[i];
    if (!array.loaded && !array.stored) continue;
    const int64_t bytes = arrays_.fetch(array.array, uses[i], adding, arrays_.queue(), list);
    if (bytes > 0) program_.add(CopyStep{runtime::Direction::In, array.array, bytes});
    placed[i] = arrays_.held(array.array);
  }
  arrays_.move(list);
  const std::optional<int64_t> unless_before = unless_raised(launch);
  queue(launch, ranges, placed);
  for (size_t i = 0; i < placed.size(); ++i) {
    arrays_.mark_changed(launch.kernel.arrays[i].array, uses[i].stored, unless_before);
  }
}

void GpuMachine::queue(const Launch& launch, std::span<const IterationRange> ranges,
                       const std::vector<DeviceArray>& placed) {
  const Kernel& kernel = launch.kernel;
  kernel::Layout layout = layout_of(kernel, placed);
  ask_alignment(kernel, placed, ranges, layout);
  ask_turns(launch, layout);
  const GpuFunction::KernelCode& built =
      function_.code(kernel, layout,
                     {.firsts = firsts_of(ranges),
                      .extents = extents_of(ranges),
                      .value = [&](ir::ExprId id) { return launch.value(id).integer; },
                      .extent = [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); }});
  const runtime::DeviceCode& code = *built.code;
  const std::array<int64_t, 3> threads =
      built.grouped != nullptr
          ? built.threads
          : kernel::group_threads(extents_of(ranges), device_.properties(), code.facts(0).max_threads);
  const std::array<int64_t, 3> items = built.grouped != nullptr ? built.grouped->items : threads;
  for_each_launch(ranges, device_.properties(), items,
                  [&](const std::vector<IterationRange>& part, const std::array<int64_t, 3>& covering) {
                    LaunchArguments arguments;
                    for (const kernel::KernelParameter& parameter : built.parameters)
                      add_argument(parameter, launch, part, placed, layout, arguments);
                    const runtime::LaunchGeometry grid{
                        built.grouped != nullptr ? groups_of(*built.grouped, launch, part) : covering, threads,
                        built.dynamic_local_bytes};
                    auto step = std::make_shared<const LaunchStep>(
                        LaunchStep{&kernel, &code, part, grid, arguments.take()});
                    run_step(*step, arrays_.gpu());
                    if (kernel.may_raise) errors_.open();
                    ++unseen_;
                    program_.add(std::move(step));
                    KernelRecord& record = record_of(kernel);
                    record.grid = grid.groups;
                    record.block = threads;
                    ++record.launches;
                  });
}

/// Groups of a launch of these iterations.
std::array<int64_t, 3> GpuMachine::groups_of(const kernel::GroupedKernel& grouped, const Launch& launch,
                                             std::span<const IterationRange> part) const {
  if (kernel::is_grouped(function_.scheduled(), launch.kernel)) {
    const ir::Function& f = function_.scheduled();
    const std::vector<ir::StmtId>& grid = launch.kernel.grid;
    std::array<int64_t, 3> groups{1, 1, 1};
    for (size_t n = 0; n < grid.size(); ++n)
      groups[grid.size() - 1 - n] = launch.value(std::get<ir::For>(f[grid[n]].node).extent).integer;
    return groups;
  }
  const auto variable = [&](ir::VarId id) -> int64_t {
    for (size_t n = 0; n < part.size(); ++n) {
      if (grouped.kernel.firsts[n] == id) return part[n].first;
      if (grouped.kernel.ends[n] == id) return part[n].end;
    }
    for (size_t n = 0; n < launch.scalars.size(); ++n) {
      if (launch.kernel.scalars[n] == id) return launch.scalars[n].integer;
    }
    throw InternalError("launching a kernel", "the number of its groups asks for what it is not given");
  };
  return kernel::group_counts(grouped.function, grouped.kernel, variable,
                              [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); });
}

void GpuMachine::add_argument(const kernel::KernelParameter& parameter, const Launch& launch,
                              std::span<const IterationRange> part, const std::vector<DeviceArray>& placed,
                              const kernel::Layout& layout, LaunchArguments& arguments) {
  using Kind = kernel::KernelParameter::Kind;
  const size_t index = parameter.index;
  const auto d = static_cast<size_t>(parameter.dimension);
  switch (parameter.kind) {
    case Kind::First:
      return arguments.number(part[index].first);
    case Kind::End:
      return arguments.number(part[index].end);
    case Kind::LoopExtent:
      return arguments.number(launch.whole[index]);
    case Kind::Scalar: {
      const ir::Constant& scalar = launch.scalars[index];
      return arguments.scalar(to_slot(scalar), static_cast<int>(size_of(scalar.type)),
                              scalar_argument(launch.kernel.scalars[index]));
    }
    case Kind::Memory: {
      const DeviceArray& on_it = placed[index];
      return add_memory(launch.kernel.arrays[index].array, on_it, arguments);
    }
    case Kind::Offset:
      return arguments.number(placed[index].placed.first);
    case Kind::Stride:
    case Kind::Remainder: {
      const PlacedArray& array = placed[index].placed;
      const int64_t stride = parameter.kind == Kind::Stride ? array.strides[d] : array.remainder_strides[d];
      return layout.narrow_offsets ? arguments.number(static_cast<uint32_t>(stride)) : arguments.number(stride);
    }
    case Kind::Extent:
      return arguments.number(arrays_[launch.kernel.arrays[index].array].host.extents[d]);
    case Kind::Before:
      return arguments.number(launch.before);
    case Kind::Error:
      return arguments.memory(errors_.memory(), LaunchArgument::Source::Error, -1);
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

/// What an array lies in: the whole of an argument, or of an array that has memory by a step; else memory
/// that no other call knows.
void GpuMachine::add_memory(ir::ArrayId array, const DeviceArray& on_it, LaunchArguments& arguments) const {
  using Source = LaunchArgument::Source;
  if (!program_.is_whole() || on_it.placed.first != 0)
    return arguments.memory(on_it.memory, Source::Memory, -1);
  size_t index = 0;
  for (const ir::Parameter& parameter : function_.scheduled().parameters) {
    if (!parameter.is_array) continue;
    if (parameter.array == array) {
      const bool whole = residents_[index].memory == on_it.memory;
      return arguments.memory(on_it.memory, Source::Memory, whole ? static_cast<int>(index) : -1);
    }
    ++index;
  }
  const int local = program_.local(array);
  const bool whole = local >= 0 && arrays_.held(array).memory == on_it.memory;
  arguments.memory(on_it.memory, whole ? Source::Local : Source::Memory, whole ? local : -1);
}

std::vector<ArrayUse> GpuMachine::uses_of(const Kernel& kernel, std::span<const IterationRange> ranges,
                                          const Value& value, size_t most_boxes) const {
  const ir::Function& f = function_.function_of(kernel);
  const kernel::LaunchNumbers numbers{
      .value = [&](ir::ExprId id) -> std::optional<int64_t> {
        bool loads = false;
        ir::walk_exprs(f, id,
                       [&](ir::ExprId part) { loads |= std::holds_alternative<ir::Load>(f[part].node); });
        return loads ? std::nullopt : std::optional(value(id).integer);
      },
      .extent = [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); }};
  std::vector<ArrayUse> uses = kernel::uses(f, kernel, ranges, numbers, most_boxes);
  // Iterations behind one that raised may not run: they must not leave gaps.
  if (kernel.may_raise) {
    for (ArrayUse& use : uses) use.certain = {};
  }
  return uses;
}

/// Known from another launch of the same numbers, or found.
KnownUses::Uses GpuMachine::uses_of_all(const Kernel& kernel, const Launch& launch, size_t most_boxes) const {
  std::vector<int64_t> numbers = launch.numbers;
  numbers.insert(numbers.end(), {kernel.root.value, static_cast<int64_t>(kernel.arrays.size()),
                                 static_cast<int64_t>(most_boxes)});
  for (const KernelArray& array : kernel.arrays) {
    const CallArray& called = arrays_[array.array];
    numbers.insert(numbers.end(), called.host.extents, called.host.extents + called.rank);
  }
  if (KnownUses::Uses known = function_.known_uses().find(numbers)) return known;
  auto found = std::make_shared<const std::vector<ArrayUse>>(
      uses_of(kernel, launch.in_grid(ranges_of_all(launch.extents)), launch.value, most_boxes));
  function_.known_uses().keep(std::move(numbers), found);
  return found;
}

kernel::Layout GpuMachine::layout_of(const Kernel& kernel, const std::vector<DeviceArray>& placed) const {
  kernel::Layout layout{.narrow_offsets = true};
  layout.disjoint = true;
  const bool packed = std::any_of(placed.begin(), placed.end(), [](const DeviceArray& on_it) {
    return on_it.placed.axes != std::array<kernel::Axis, kMaxRank>{};
  });
  for (size_t i = 0; i < placed.size(); ++i) {
    const PlacedArray& array = placed[i].placed;
    layout.narrow_offsets = layout.narrow_offsets && !array.backwards && array.last < INT32_MAX;
    layout.unit_dimension.push_back(array.unit_dimension);
    if (packed) layout.axes.push_back(array.axes);
    for (size_t j = 0; j < placed.size(); ++j) {
      const bool shared = i != j && placed[i].memory == placed[j].memory;
      if (shared && (kernel.arrays[i].stored || kernel.arrays[j].stored)) layout.disjoint = false;
    }
  }
  return layout;
}

/// Wide accesses of groups: all or none, so that there are few texts. The places of memory divide in CUDA, where a handle
/// is an address, and in OpenCL, where a buffer begins at a multiple of at least 128 bytes.
void GpuMachine::ask_alignment(const Kernel& kernel, const std::vector<DeviceArray>& placed,
                               std::span<const IterationRange> ranges, kernel::Layout& layout) const {
  constexpr int kSteps = 4;
  for (size_t i = 0; i < placed.size(); ++i) {
    const PlacedArray& array = placed[i].placed;
    const int64_t item = size_of(function_.function_of(kernel)[kernel.arrays[i].array].type);
    bool divides = placed[i].memory.value % kernel::kWideBytes == 0 && array.first * item % kernel::kWideBytes == 0;
    for (size_t d = 0; d < kMaxRank; ++d)
      divides =
          divides && (static_cast<int>(d) == array.unit_dimension || array.strides[d] * item % kernel::kWideBytes == 0);
    layout.alignment.push_back(divides ? kernel::kWideBytes : 1);
  }
  const bool any = std::any_of(layout.alignment.begin(), layout.alignment.end(), [](int bytes) { return bytes > 1; });
  if (!any) return void(layout.alignment.clear());
  for (const IterationRange& range : ranges)
    layout.range_steps.push_back(range.first % kSteps == 0 && range.end % kSteps == 0 ? kSteps : 1);
}

/// The few turns of loops inside the kernel.
void GpuMachine::ask_turns(const Launch& launch, kernel::Layout& layout) const {
  std::vector<int> turns;
  const ir::Function& f = function_.scheduled();
  for (const ir::StmtId id : function_.short_loops(launch.kernel)) {
    const int64_t count = launch.value(std::get<ir::For>(f[id].node).extent).integer;
    turns.push_back(count > 0 && count <= kernel::kFewTurns ? static_cast<int>(count) : 0);
  }
  const bool any = std::any_of(turns.begin(), turns.end(), [](int count) { return count > 0; });
  if (any && function_.may_unroll(launch.kernel, turns)) layout.turns = std::move(turns);
}

/// What no tile has room for runs elsewhere: the whole call, or what is left of it on the host.
/// The device has no room for one iteration.
void GpuMachine::leave_to_host(const Launch& launch, bool is_begun) {
  const Kernel& kernel = launch.kernel;
  if (!is_begun && !arrays_.host_is_written()) {
    const int line = function_.scheduled()[kernel.root].range.line;
    throw runtime::DeviceFailure(runtime::FailureKind::OutOfMemory, device_.properties().name,
                                 "one iteration of the loop in line " + std::to_string(line),
                                 "more than the device has memory for", arrays_.room());
  }
  KernelRecord& record = record_of(kernel);
  record.host_code = "OUT_OF_DEVICE_MEMORY";
  record.host_reason = "one iteration needs more memory than the device has for it";
  run_on_host(launch);
}

bool GpuMachine::is_for_host(const Launch& launch) {
  if (function_.sides() != Sides::Chosen) return function_.sides() == Sides::Host || turn_++ % 2 == 0;
  const std::optional<ir::ExprId> work = function_.work_on_one_item(launch.kernel);
  if (!work) return false;
  const auto operations = static_cast<double>(launch.value(*work).integer);
  const double saved = device_.properties().is_cpu ? 0 : operations * (kItemSeconds - kHostSeconds);
  if (saved < kLeastSaved && stays(launch.kernel)) return false;
  if (!is_faster_on_host(launch, saved)) return false;
  KernelRecord& record = record_of(launch.kernel);
  record.host_code = "ONE_WORK_ITEM";
  record.host_reason =
      "the loop runs in order, which the processor does sooner than one work item of the device";
  return true;
}

/// `saved`: what the processor is faster by, but for what moves.
bool GpuMachine::is_faster_on_host(const Launch& launch, double saved) const {
  const Kernel& kernel = launch.kernel;
  const KnownUses::Uses uses = uses_of_all(kernel, launch, kernel::kMostBoxes);
  int64_t to_device = 0;
  int64_t to_host = 0;
  bool stores = false;
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const ir::ArrayId array = kernel.arrays[i].array;
    const ArrayUse& use = (*uses)[i];
    to_device += arrays_.missing_bytes(array, use, GpuArrays::Adding::More);
    to_host += arrays_.bytes_to_host(array, use);
    stores |= kernel.arrays[i].stored && arrays_.is_argument(array);
  }
  const double on_device = kLaunchSeconds + static_cast<double>(to_device) / kBytesPerSecond;
  const double on_host = (to_host > 0 ? kLaunchSeconds : 0) + static_cast<double>(to_host) / kBytesPerSecond;
  return on_device + saved - on_host > (stores ? kLeastSaved : 0);
}

void GpuMachine::run_on_host(const Launch& launch) {
  settle();
  const Kernel& kernel = launch.kernel;
  const KnownUses::Uses uses = uses_of_all(kernel, launch, kernel::kMostBoxes);
  std::vector<abi::ArrayArgument> arrays;
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const KernelArray& array = kernel.arrays[i];
    const bool used = array.loaded || array.stored;
    arrays.push_back(used ? arrays_.on_host(array.array, (*uses)[i]) : arrays_[array.array].host);
  }
  std::vector<abi::ScalarSlot> scalars;
  for (const ir::Constant& scalar : launch.scalars) scalars.push_back(to_slot(scalar));
  for (const int64_t extent : launch.extents)
    scalars.push_back(to_slot(ir::make_constant(ScalarType::Int64, extent)));
  abi::ErrorRecord error{.site = -1, .argument_count = 0, .iteration = 0, .arguments = {}};
  const abi::Frame frame{.arrays = arrays.data(),
                         .scalars = scalars.data(),
                         .results = nullptr,
                         .error = &error,
                         .services = &services_,
                         .memory = nullptr};
  program_.add(RunStep{&kernel, launch.extents});
  const int32_t status = function_.host_code(kernel).entry()(&frame);
  if (status != abi::kOk && status != abi::kRaised) throw HostCodeStopped{status};
  for (size_t i = 0; i < kernel.arrays.size(); ++i)
    arrays_.mark_stored_by_host(kernel.arrays[i].array, (*uses)[i]);
  if (status == abi::kRaised) throw KernelRaised{outcome_of(error)};
}

void GpuMachine::store(ir::ArrayId array, std::span<const int64_t>, const ir::Constant&) {
  throw InternalError("the host part of a call",
                      "it stores to array '" + function_.scheduled()[array].name + "'");
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

void GpuMachine::note_moved(const Kernel& kernel, const runtime::MovedBytes& before,
                            std::span<const runtime::MovedBytes> arrays_before) {
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const KernelArray& array = kernel.arrays[i];
    if ((!array.loaded && !array.stored) || arrays_.is_resident(array.array)) continue;
    GroupReport& group = group_of(record_of(kernel).groups, arrays_, function_.scheduled(), array.array);
    driver::note_moved(group, arrays_, array.array, arrays_before[i]);
  }
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
  if (bytes <= 0 || last == last_store_.end()) return;
  KernelRecord& record = record_of(*last->second);
  record.bytes_out += bytes;
  group_of(record.groups, arrays_, function_.scheduled(), array).copied_out += bytes;
}

void GpuMachine::note_results() {
  for (const auto& [array, kernel] : last_store_) {
    note_out(array, arrays_.brought(array));
    if (arrays_.brought(array) > 0)
      program_.add(CopyStep{runtime::Direction::Out, array, arrays_.brought(array)});
  }
}

void GpuMachine::note(const Kernel& kernel, const LaunchPlan& plan) {
  KernelRecord& record = record_of(kernel);
  if (!record.tiled_for.empty() && record.tiles >= plan.tiles) return;
  record.tiles = plan.tiles;
  record.tile = plan.lengths;
  record.tiled_for = name_of(plan.tiling);
}

}  // namespace unpython::driver
