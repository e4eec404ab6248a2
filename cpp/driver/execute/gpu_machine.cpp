#include "driver/execute/gpu_machine.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <tuple>
#include <utility>

#include "driver/execute/gpu_tiles.h"
#include "driver/execute/prepared_launch.h"
#include "driver/steps/tile_pipeline.h"
#include "ir/rewrite.h"
#include "ir/scalar_slot.h"
#include "kernel/group_plan.h"
#include "support/checked_int.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

/// Kernels between two looks at errors: a loop of the host that only an exception ends must end, and what runs behind
/// an exception is wasted.
constexpr int kMostUnseen = 256;

using footprint::ArrayUse;
using footprint::Footprint;
using footprint::IterationRange;
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

}  // namespace

/// The stages of a launch that runs tile by tile.
class GpuMachine::Tiles : public TileStages {
 public:
  Tiles(GpuMachine& machine, const Launch& launch, const LaunchPlan& plan, const LaunchQuestion& question)
      : machine_(machine),
        launch_(launch),
        plan_(plan),
        arrays_(
            machine.arrays_, launch.kernel,
            [this, &question](int64_t tile) { return question.uses(plan_.ranges(tile, launch_.extents)); },
            question.all, plan.tiles, plan.places, plan.early, plan.is_sliced(launch.extents)) {}

  void prepare(int64_t tile) override { arrays_.prepare(tile); }
  [[nodiscard]] bool must_wait(int64_t tile) const override { return arrays_.must_wait(tile); }
  void fetch(int64_t tile, CopyList& list) override { arrays_.fetch(tile, list); }
  void work(int64_t tile) override {
    const std::vector<IterationRange> ranges = launch_.in_grid(plan_.ranges(tile, launch_.extents));
    if (launch_.kernel.may_raise && tile > 0) {
      machine_.executor_.look();
      if (machine_.errors_.iteration() < lowest(ranges)) return;  // what comes after a failure need not run
    }
    machine_.queue(launch_, ranges, arrays_.arrays(tile));
    arrays_.mark_stored(tile);
  }
  void store(int64_t tile, CopyList& list) override { arrays_.store(tile, list); }

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
};

std::vector<IterationRange> GpuMachine::Launch::in_grid(std::span<const IterationRange> ranges) const {
  std::vector<IterationRange> result(ranges.begin(), ranges.end());
  for (size_t d = 0; d < firsts.size(); ++d) {
    result[d].first += firsts[d];
    result[d].end += firsts[d];
  }
  if (groups) result.push_back(*groups);
  return result;
}

std::optional<ir::Outcome> GpuMachine::launch(ir::StmtId root, const Value& value) {
  const Kernel& kernel = function_.kernel_at(root);
  if (is_stepped_through(kernel)) return std::nullopt;
  if (function_.host_arrays().kernels.contains(root)) executor_.list().spoil();  // its arrays are not the host's alone
  const Span span("prepare", kernel.name, file_of(kernel), function_.scheduled()[kernel.root].range.line);
  if (executor_.may_have_raised() && unseen_ >= kMostUnseen) settle();
  if (const std::optional<Launch> launch = begin(kernel, value)) {
    if (waits(*launch)) {
      window_.push_back(std::make_unique<Waiting>(*this, *launch, keep_values_()));
    } else {
      if (!window_.empty())
        flush("the loop in line " + std::to_string(function_.scheduled()[kernel.root].range.line) + " runs by itself between its launches");
      noting_moved({&kernel, 1}, [&] { run(*launch); });
    }
  }
  mark_values_stored(kernel);
  return ir::Outcome{};
}

void GpuMachine::mark_values_stored(const Kernel& kernel) {
  for (const KernelArray& array : kernel.arrays) {
    if (array.stored) values_.mark_stored(array.array);
  }
}

std::optional<GpuMachine::Launch> GpuMachine::begin(const Kernel& kernel, const Value& value) {
  Launch launch{kernel, value, {}};
  launch.first_scalar = scalars_;
  scalars_ += kernel.scalars.size();
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
    part.numbers.insert(part.numbers.end(), {range.first, range.end});
    if (all.extents.empty()) {
      part.groups = range;
      continue;
    }
    part.extents.push_back(range.end - range.first);
    part.firsts.push_back(range.first);
  }
  return part;
}

int64_t GpuMachine::groups_of(const Launch& all) const {
  const ir::Function& f = function_.scheduled();
  return kernel::is_grouped(f, all.kernel) ? all.value(std::get<ir::For>(f[all.kernel.root].node).extent).integer : 0;
}

void GpuMachine::run(const Launch& launch) {
  if (is_for_host(launch)) return run_on_host(launch);
  if (stays(launch.kernel)) return run_where_it_is(launch);
  Prepared prepared(*this, launch);
  fit_buffers(launch, *prepared.question().all);
  prepared.plan = plan_launch(arrays_, prepared.question());
  if (!prepared.plan) return leave_to_host(launch);
  run(prepared);
}

void GpuMachine::run(Prepared& prepared) {
  const LaunchPlan& plan = *prepared.plan;
  const Launch& launch = prepared.launch;
  if (plan.tiling == Tiling::None) return run_at_once(launch, prepared.question());
  const LaunchQuestion& asked = prepared.planned();
  const Launch tiled{asked.kernel,   launch.value,   launch.extents, launch.scalars,
                     launch.before, launch.numbers, launch.firsts,  launch.whole, launch.groups};
  settle();
  executor_.list().spoil();  // the next call may find more memory
  Tiles stages(*this, tiled, plan, asked);
  run_tiles(executor_, stages, plan.tiles);
  note(launch.kernel, plan);
}

std::shared_ptr<GpuMachine::Prepared> GpuMachine::prepare(Launch launch) {
  auto prepared = std::make_shared<Prepared>(*this, std::move(launch));
  prepared->plan = plan_launch(arrays_, prepared->question());
  return prepared->plan ? prepared : nullptr;
}

void GpuMachine::execute(Prepared& prepared) {
  noting_moved({&prepared.launch.kernel, 1}, [&] { run(prepared); });
}

const std::vector<ArrayUse>& GpuMachine::uses(const Prepared& prepared) { return *prepared.question().all; }

bool GpuMachine::is_at_once(const Prepared& prepared) { return prepared.plan->tiling == Tiling::None; }

bool GpuMachine::is_quick(const Prepared& prepared) const {
  if (!is_at_once(prepared)) return false;
  const std::vector<ArrayUse>& uses = *prepared.question().all;
  for (size_t i = 0; i < uses.size(); ++i) {
    if (arrays_.missing_bytes(prepared.launch.kernel.arrays[i].array, uses[i], Adding::Beside) > 0)
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
  return executor_.may_have_raised() ? std::optional(launch.before) : std::nullopt;
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
  flush();
  if (executor_.may_have_raised()) executor_.look();
  act_on_look();
}

int64_t GpuMachine::look() {
  if (executor_.may_have_raised()) executor_.look();
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
  if (const ir::Constant* known = values_.find(array, indices)) return *known;
  flush("the host reads a value between its launches");
  if (!is_recomputed(array) && (function_.host_arrays().arrays.contains(array) || !arrays_.is_on_device(array, indices)))
    executor_.list().spoil();
  if (!arrays_.is_on_device(array, indices)) return arrays_.load(array, indices);
  const auto is_there = [&](const kernel::HostRead& read) {
    for (size_t d = 0; d < read.indices.size(); ++d) {
      if (read.indices[d] < 0 || read.indices[d] >= arrays_.extent(read.array, static_cast<int>(d)))
        return false;
    }
    return arrays_.is_on_device(read.array, read.indices);
  };
  const std::vector<kernel::HostRead> reads =
      values_.together_with(array, indices, KernelErrors::kMostValues, is_there);
  std::vector<const std::byte*> values;
  for (size_t n = 0; n < reads.size(); ++n) {
    values.push_back(executor_.read(arrays_.reading(reads[n]), n));
    note_out(reads[n].array, arrays_[reads[n].array].item_bytes);
  }
  executor_.look();
  act_on_look();
  for (size_t n = 0; n < reads.size(); ++n) {
    const ScalarType type = function_.scheduled()[reads[n].array].type;
    values_.keep(reads[n], ir::read_scalar(type, reinterpret_cast<const char*>(values[n])));
  }
  const ScalarType type = function_.scheduled()[array].type;
  return ir::read_scalar(type, reinterpret_cast<const char*>(values[0]));
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
  for (const size_t scalar : launch.kernel.deciding)
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
      const KnownUses::Uses known = uses_of_all(*user, other, footprint::kMostBoxes);
      touched.add(use_in(*known, *user, array).touched());
      stored.add(use_in(*known, *user, array).stored);
    }
    arrays_.fit(array, touched, stored,
                [&](const footprint::PlacedArray& placed) { return function_.may_pack(array, placed.axes); });
  }
}

/// All arrays are held.
void GpuMachine::run_at_once(const Launch& launch, const LaunchQuestion& question) {
  const std::vector<DeviceArray> placed = fetched(launch, question);
  const std::optional<int64_t> unless_before = unless_raised(launch);
  queue(launch, launch.in_grid(ranges_of_all(launch.extents)), placed);
  mark_changed(launch, question, unless_before);
}

std::vector<DeviceArray> GpuMachine::fetched(const Launch& launch, const LaunchQuestion& question) {
  const auto adding = question.last ? Adding::Last : Adding::More;
  std::vector<DeviceArray> placed(launch.kernel.arrays.size());
  CopyList list;
  for (size_t i = 0; i < placed.size(); ++i) {
    const KernelArray& array = launch.kernel.arrays[i];
    if (!array.loaded && !array.stored) continue;
    arrays_.fetch(array.array, (*question.all)[i], adding, Way::InTurn, list);
    placed[i] = arrays_.held(array.array);
  }
  arrays_.move(std::move(list));
  return placed;
}

void GpuMachine::mark_changed(const Launch& launch, const LaunchQuestion& question, std::optional<int64_t> unless_before) {
  for (size_t i = 0; i < launch.kernel.arrays.size(); ++i)
    arrays_.mark_changed(launch.kernel.arrays[i].array, (*question.all)[i].stored, unless_before);
}

void GpuMachine::execute_first(Prepared& prepared, const Launch& part) {
  const Launch& launch = prepared.launch;
  noting_moved({&launch.kernel, 1},
               [&] { queue(part, part.in_grid(ranges_of_all(part.extents)), fetched(launch, prepared.question())); });
}

void GpuMachine::execute_others(Prepared& prepared, std::span<const Launch> others) {
  const Launch& launch = prepared.launch;
  const std::vector<DeviceArray> placed = fetched(launch, prepared.question());
  KernelRecord& record = record_of(launch.kernel);
  const auto [grid, block, homes] = std::tuple(record.grid, record.block, record.homes);  // of most iterations
  for (const Launch& part : others) queue(part, part.in_grid(ranges_of_all(part.extents)), placed);
  std::tie(record.grid, record.block, record.homes) = std::tuple(grid, block, homes);
  mark_changed(launch, prepared.question(), std::nullopt);
}

const GpuMachine::Launch& GpuMachine::launch_of(const Prepared& prepared) { return prepared.launch; }

std::vector<ArrayUse> GpuMachine::find_uses(const Kernel& kernel, std::span<const IterationRange> ranges,
                                            const Value& value, size_t most_boxes) const {
  const ir::Function& f = function_.function_of(kernel);
  const footprint::LaunchNumbers numbers{
      .value = [&](ir::ExprId id) -> std::optional<int64_t> {
        return ir::has_load(f, id) ? std::nullopt : std::optional(value(id).integer);
      },
      .extent = [&](ir::ArrayId array, int d) { return arrays_.extent(array, d); }};
  std::vector<ArrayUse> uses = footprint::uses(f, kernel, ranges, numbers, most_boxes);
  // Iterations behind one that raised may not run: they must not leave gaps.
  if (kernel.may_raise) {
    for (ArrayUse& use : uses) use.certain = {};
  }
  return uses;
}

/// Known from another launch of the same numbers, or found.
KnownUses::Uses GpuMachine::uses_of(const Kernel& kernel, const Launch& launch, std::span<const IterationRange> ranges,
                                    size_t most_boxes) const {
  const std::vector<IterationRange> in_grid = launch.in_grid(ranges);
  std::vector<int64_t> numbers = launch.numbers;
  numbers.insert(numbers.end(), {kernel.root.value, static_cast<int64_t>(kernel.arrays.size()),
                                 static_cast<int64_t>(most_boxes)});
  for (const IterationRange& range : in_grid) numbers.insert(numbers.end(), {range.first, range.end});
  for (const KernelArray& array : kernel.arrays) {
    const footprint::CallArray& called = arrays_[array.array];
    numbers.insert(numbers.end(), called.host.extents, called.host.extents + called.rank);
  }
  if (KnownUses::Uses known = function_.known_uses().find(numbers)) return known;
  auto found = std::make_shared<const std::vector<ArrayUse>>(find_uses(kernel, in_grid, launch.value, most_boxes));
  function_.known_uses().keep(std::move(numbers), found);
  return found;
}

KnownUses::Uses GpuMachine::uses_of_all(const Kernel& kernel, const Launch& launch, size_t most_boxes) const {
  return uses_of(kernel, launch, ranges_of_all(launch.extents), most_boxes);
}

}  // namespace unpython::driver
