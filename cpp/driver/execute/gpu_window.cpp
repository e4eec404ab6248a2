// Launches that wait for those behind them, and run together (plan_window.h).
#include <algorithm>
#include <set>
#include <utility>

#include "driver/execute/gpu_machine.h"
#include "driver/execute/plan_window.h"
#include "driver/execute/prepared_launch.h"
#include "driver/steps/tile_pipeline.h"

namespace unpython::driver {
namespace {

/// More do not wait: what the host does meanwhile comes late.
constexpr size_t kMostWaiting = 128;

using footprint::Box;
using footprint::Footprint;
using footprint::IterationRange;
using runtime::Direction;

}  // namespace

/// The stages of launches that run tile by tile together.
class GpuMachine::WindowTiles : public TileStages {
 public:
  WindowTiles(GpuMachine& machine, std::span<const std::unique_ptr<Waiting>> launches, const WindowPlan& plan)
      : machine_(machine), launches_(launches), plan_(plan) {
    for (const WindowArray& array : plan.arrays) {
      std::vector<SlotMemory>& places = places_.emplace_back();
      for (int n = 0; n < array.places.count; ++n)
        places.push_back(machine.executor_.allocate(array.array, array.places.bytes));
    }
  }

  void prepare(int64_t) override {}
  /// Unless there are three places, what is carried from it goes where the rows of the tile before it are.
  [[nodiscard]] bool must_wait(int64_t) const override {
    return std::any_of(plan_.arrays.begin(), plan_.arrays.end(), [](const WindowArray& array) {
      return array.places.count < 3 && !array.stored.is_empty();
    });
  }
  void fetch(int64_t tile, CopyList& list) override {
    for (size_t i = 0; i < plan_.arrays.size(); ++i) move(Direction::In, i, tile, plan_.arrays[i].needed, tile - 1, list);
  }
  void store(int64_t tile, CopyList& list) override {
    for (size_t i = 0; i < plan_.arrays.size(); ++i) move(Direction::Out, i, tile, plan_.arrays[i].stored, tile + 1, list);
  }
  void work(int64_t tile) override {
    for (size_t n = 0; n < launches_.size(); ++n) {
      const Launch& launch = launches_[n]->prepared->launch;
      const std::vector<IterationRange> ranges = plan_.ranges(n, launch.extents, tile);
      if (!ranges.empty()) machine_.queue(launch, launch.in_grid(ranges), placed(launch.kernel, tile));
    }
    for (size_t i = 0; tile + 1 < plan_.tiles() && i < plan_.arrays.size(); ++i) carry(i, tile);
  }

 private:
  [[nodiscard]] const footprint::Region& region(size_t array, int64_t tile) const {
    return plan_.arrays[array].regions[static_cast<size_t>(tile)];
  }
  [[nodiscard]] MemoryName place(size_t array, int64_t tile) const {
    const std::vector<SlotMemory>& places = places_[array];
    return places[static_cast<size_t>(tile) % places.size()].name();
  }

  /// Elements that a tile has, and the tile `beside` has not.
  void move(Direction direction, size_t i, int64_t tile, const Footprint& elements, int64_t beside, CopyList& list) {
    const footprint::Region& own = region(i, tile);
    if (own.bytes == 0) return;
    Footprint moved = elements.within(own.box);
    if (beside >= 0 && beside < plan_.tiles() && region(i, beside).bytes > 0) moved = moved.without(region(i, beside).box);
    if (moved.is_empty()) return;
    GpuArrays& arrays = machine_.arrays_;
    const ir::ArrayId id = plan_.arrays[i].array;
    const footprint::CallArray& array = arrays[id];
    arrays.add_copy(direction, id, Way::Aside, place(i, tile),
                    footprint::copies_of(array, moved, footprint::placed_in(array, own), arrays.host_of(array.buffer)), false,
                    list);
  }

  /// Rows that the next tile has, too: they lie one behind the other.
  void carry(size_t i, int64_t tile) {
    const footprint::Region& from = region(i, tile);
    const footprint::Region& to = region(i, tile + 1);
    const size_t axis = plan_.arrays[i].axis;
    const std::optional<Box> rows = from.bytes > 0 && to.bytes > 0 ? footprint::common(from.box, to.box) : std::nullopt;
    if (!rows) return;
    const int64_t bytes = from.bytes / from.box.count(axis);
    machine_.executor_.carry(plan_.arrays[i].array, place(i, tile), (rows->low[axis] - from.box.low[axis]) * bytes,
                             place(i, tile + 1), (rows->low[axis] - to.box.low[axis]) * bytes, rows->count(axis) * bytes);
  }

  [[nodiscard]] std::vector<DeviceArray> placed(const kernel::Kernel& kernel, int64_t tile) const {
    std::vector<DeviceArray> result(kernel.arrays.size());
    for (size_t n = 0; n < result.size(); ++n) {
      const kernel::KernelArray& used = kernel.arrays[n];
      if (!used.loaded && !used.stored) continue;
      const auto own = std::find_if(plan_.arrays.begin(), plan_.arrays.end(),
                                    [&](const WindowArray& array) { return array.array == used.array; });
      if (own == plan_.arrays.end()) {
        result[n] = machine_.arrays_.held(used.array);
        continue;
      }
      const auto i = static_cast<size_t>(own - plan_.arrays.begin());
      const MemoryName name = place(i, tile);
      result[n] = {name, machine_.executor_.memory(name), footprint::placed_in(machine_.arrays_[used.array], region(i, tile))};
    }
    return result;
  }

  GpuMachine& machine_;
  const std::span<const std::unique_ptr<Waiting>> launches_;
  const WindowPlan& plan_;
  std::vector<std::vector<SlotMemory>> places_;  ///< by array of the plan
};

GpuMachine::Waiting::Waiting(GpuMachine& machine, const Launch& launch, Value kept) : value(std::move(kept)) {
  prepared = std::make_unique<Prepared>(
      machine, Launch{launch.kernel, value, launch.extents, launch.scalars, launch.before, launch.numbers, launch.firsts,
                      launch.whole, launch.groups, launch.first_scalar});
}
GpuMachine::Waiting::~Waiting() = default;
GpuMachine::~GpuMachine() = default;

/// All of its arrays can lie on the device at once.
bool GpuMachine::has_room(const Launch& launch) const {
  std::set<size_t> used;
  int64_t lacking = 0;
  for (const kernel::KernelArray& array : launch.kernel.arrays) {
    const size_t buffer = arrays_[array.array].buffer;
    if ((!array.loaded && !array.stored) || !used.insert(buffer).second || arrays_.is_held(buffer)) continue;
    const int64_t bytes = whole_words(arrays_.bytes_of(buffer));
    if (bytes > device_.properties().max_allocation_bytes) return false;
    lacking += bytes;
  }
  if (lacking == 0 || executor_.has_room(lacking)) return true;
  int64_t room = executor_.room();
  for (size_t buffer = 0; buffer < arrays_.buffers(); ++buffer)
    if (arrays_.is_held(buffer) && arrays_.may_leave(buffer) && !used.contains(buffer)) room += arrays_.bytes_of(buffer);
  return lacking <= room;
}

/// It waits where the device lacks memory for its arrays, or behind others that wait.
bool GpuMachine::waits(const Launch& launch) {
  const kernel::Kernel& kernel = launch.kernel;
  const bool is_plain = !kernel.may_raise && !launch.extents.empty() && kernel.firsts.empty() &&
                        std::none_of(kernel.arrays.begin(), kernel.arrays.end(),
                                     [](const kernel::KernelArray& array) { return array.updated; });
  if (!is_plain || function_.sides() != Sides::Chosen || function_.least_tiles() > 1 || window_.size() == kMostWaiting)
    return false;
  if (!window_.empty()) return true;
  if (function_.work_on_one_item(kernel) || has_room(launch)) return false;
  fit_buffers(launch, *uses_of_all(launch));
  return !has_room(launch);
}

void GpuMachine::flush(const std::string& why) {
  if (window_.empty()) return;
  const std::vector<std::unique_ptr<Waiting>> waiting = std::exchange(window_, {});
  std::span<const std::unique_ptr<Waiting>> rest(waiting);
  std::string reason = rest.size() == 1 ? why : "";
  while (rest.size() > 1 && reason.empty()) {
    settle();
    executor_.list().spoil();  // the next call may find more memory
    std::vector<const LaunchQuestion*> questions;
    for (const std::unique_ptr<Waiting>& one : rest) questions.push_back(&one->prepared->question());
    const WindowAnswer answer = plan_window(arrays_, questions, function_.window_plans());
    const auto* plan = std::get_if<WindowPlan>(&answer);
    if (plan == nullptr) reason = std::get<std::string>(answer);
    else if (!arrays_.host_is_written() && plan->moved_bytes + moved_bytes() > rates_.affordable_bytes) break;
    else {
      run_together(rest.first(plan->cuts.size()), *plan);
      rest = rest.subspan(plan->cuts.size());
    }
  }
  for (const std::unique_ptr<Waiting>& one : rest) {
    const Launch& launch = one->prepared->launch;
    const bool is_again = !record_of(launch.kernel).tiled_for.empty();
    noting_moved({&launch.kernel, 1}, [&] { run(launch); });
    if (is_again && !reason.empty()) record_of(launch.kernel).not_together = reason;
  }
}

void GpuMachine::run_together(std::span<const std::unique_ptr<Waiting>> launches, const WindowPlan& plan) {
  std::vector<kernel::Kernel> kernels;
  for (const std::unique_ptr<Waiting>& one : launches) kernels.push_back(one->prepared->launch.kernel);
  noting_moved(kernels, [&] {
    CopyList list;
    const auto each_held = [&](const auto& visit) {
      for (const std::unique_ptr<Waiting>& one : launches) {
        const LaunchQuestion& question = one->prepared->question();
        for (size_t i = 0; i < question.kernel.arrays.size(); ++i) {
          const kernel::KernelArray& array = question.kernel.arrays[i];
          if ((array.loaded || array.stored) && arrays_.is_held(arrays_[array.array].buffer)) visit(array.array, (*question.all)[i]);
        }
      }
    };
    each_held([&](ir::ArrayId array, const footprint::ArrayUse& use) {
      arrays_.fetch(array, use, Adding::More, Way::InTurn, list);
    });
    arrays_.move(std::move(list));
    WindowTiles stages(*this, launches, plan);
    run_tiles(executor_, stages, plan.tiles());
    each_held([&](ir::ArrayId array, const footprint::ArrayUse& use) { arrays_.mark_changed(array, use.stored); });
  });
  for (size_t n = 0; n < launches.size(); ++n) {
    const Launch& launch = launches[n]->prepared->launch;
    KernelRecord& record = record_of(launch.kernel);
    record.together = std::max(record.together, static_cast<int64_t>(launches.size()));
    LaunchPlan one{.tiling = Tiling::Memory, .lengths = launch.extents, .order = {}, .places = {}};
    if (plan.cuts[n].of == WindowCut::Of::Rows) {
      int64_t& length = one.lengths[plan.cuts[n].dimension];
      length = std::min(length, plan.length);
      one.tiles = plan.tiles();
    }
    note(launch.kernel, one);
  }
}

}  // namespace unpython::driver
