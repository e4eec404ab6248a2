// Outer counters of a part are taken half way.
#include "driver/choose/nest_work.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "cost/cost.h"
#include "cost/loop_work.h"
#include "driver/execute/gpu_arrays.h"
#include "driver/several/deal.h"
#include "footprint/nest_uses.h"
#include "footprint/placement.h"
#include "transform/shared_reads/find_rows.h"

namespace unpython::driver {
namespace {

using analysis::MemoryAccess;
using analysis::Nest;
using cost::LoopOperations;
using footprint::ArrayUse;
using footprint::Footprint;
using integers::IntegerRange;
using runtime::Resident;
using Uses = std::map<ir::ArrayId, ArrayUse>;

double count_of(const Footprint& footprint) { return static_cast<double>(footprint.elements()); }

/// While loops count with all their iterations.
double simple_operations(const cost::OperationCounts& counts) {
  return counts.narrow.simple + counts.wide.simple + counts.integer;
}

class NestWork {
 public:
  NestWork(const ir::Function& f, const CallJudgement& judgement, size_t number,
           const std::unordered_map<int32_t, LoopOperations>& operations, const cost::LoopWork& loop_work)
      : f_(f),
        collected_(judgement.collected),
        nest_(judgement.collected.nests[number]),
        judged_(judgement.nests[number]),
        operations_(operations),
        loop_work_(loop_work),
        box_(nest_.box()) {
    const std::vector<int64_t> counted = cost::executions(nest_, -1);
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int parent = nest_.loops[l].parent;
      repeats_.push_back(of(l).starts * (parent < 0 ? 1 : repeats_[static_cast<size_t>(parent)]));
      executions_.push_back(repeats_.back() * static_cast<double>(counted[l]));
      parallel_.push_back(judged_.loops[l].parallel);
    }
  }

  /// Adds the parts of a loop, with the loops around them, to those of the call. `around`: what the loop stands in, with
  /// what repeats the nest as a whole.
  void add_parts(int loop, const cost::CpuShape& shape, std::vector<PartOrder>& around,
                 CallWork& work) const {
    const auto l = static_cast<size_t>(loop);
    if (executions_[l] <= 0) return;
    const double starts = parent(loop) < 0 ? 1 : of(l).starts;
    if (is_part_root(loop)) {
      around.push_back({.times = starts, .part = static_cast<int>(work.parts.size())});
      PartWork& made = work.parts.emplace_back(part(loop));
      made.cpu = cpu_work({f_, nest_, loop, made.launches, executions_, parallel_}, shape);
      if (made.cpu.code != cost::CpuCode::Scalar) {
        const double accesses = (made.loads + made.scattered_loads) / std::max(1.0, made.launches);
        made.chunks += accesses * static_cast<double>(cost::kVectorAccess) / static_cast<double>(cost::kChunkWork);
        made.chunks /= static_cast<double>(cost::kVectorGain);
      }
      return;
    }
    PartOrder order{.times = trips(loop) * starts};
    for (size_t inner = l + 1; inner < nest_.loops.size(); ++inner) {
      if (parent(static_cast<int>(inner)) == loop)
        add_parts(static_cast<int>(inner), shape, order.inner, work);
    }
    if (!order.inner.empty()) around.push_back(std::move(order));
  }

  /// How often the nest runs.
  [[nodiscard]] double repeats() const { return of(0).starts; }

  /// It is one part, runs once, and its iterations may be dealt out.
  [[nodiscard]] bool may_be_dealt() const {
    return repeats() == 1 && is_parallel(0) && cut_loop().has_value();
  }

  /// Adds what the nest touches, in the order of the text, to what those before it do: `loaded` is what they need.
  void add_uses(Uses& uses) const { add_uses(box_, uses); }
  /// The same for the first half of the iterations.
  void add_uses_of_half(Uses& uses) const {
    std::vector<IntegerRange> box = box_;
    if (const std::optional<size_t> loop = cut_loop()) {
      IntegerRange& counter = box[static_cast<size_t>(nest_.loops[*loop].counter)];
      counter.high = counter.low + (counter.high - counter.low) / 2;
    }
    add_uses(box, uses);
  }

 private:
  /// The loop along which a nest is dealt to both sides.
  [[nodiscard]] std::optional<size_t> cut_loop() const {
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      if (is_grid(static_cast<int>(l), 0) && trips(static_cast<int>(l)) >= static_cast<double>(kLeastShared))
        return l;
    }
    return std::nullopt;
  }
  void add_uses(const std::vector<IntegerRange>& box, Uses& uses) const {
    for (const auto& [array, use] : uses_of(-1, box, footprint::kMostBoxes)) {
      ArrayUse& so_far = uses[array];
      so_far.loaded.add(use.needed().without(so_far.certain));
      so_far.stored.add(use.stored);
      so_far.certain.add(use.certain);
    }
  }

  [[nodiscard]] const LoopOperations& of(size_t loop) const {
    return operations_.at(nest_.loops[loop].stmt.value);
  }
  [[nodiscard]] bool is_parallel(int loop) const { return parallel_[static_cast<size_t>(loop)]; }
  [[nodiscard]] int parent(int loop) const { return nest_.loops[static_cast<size_t>(loop)].parent; }

  /// Iterations of a loop each time that it starts.
  [[nodiscard]] double trips(int loop) const {
    const int outer = parent(loop);
    const double starts =
        of(static_cast<size_t>(loop)).starts * (outer < 0 ? 1 : executions_[static_cast<size_t>(outer)]);
    return executions_[static_cast<size_t>(loop)] / std::max(1.0, starts);
  }

  /// Parallel, or without a parallel loop inside.
  [[nodiscard]] bool is_part_root(int loop) const {
    if (is_parallel(loop)) return true;
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int inner = static_cast<int>(l);
      if (inner != loop && nest_.is_inside(inner, loop) && is_parallel(inner)) return false;
    }
    return true;
  }

  [[nodiscard]] PartWork part(int root) const {
    PartWork work;
    const int outer = parent(root);
    work.launches =
        of(static_cast<size_t>(root)).starts * (outer < 0 ? 1 : executions_[static_cast<size_t>(outer)]);
    double side_by_side = is_parallel(root) ? 0 : work.launches;
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      if (!nest_.is_inside(loop, root)) continue;
      work.operations.add(of(l).own, executions_[l]);
      if (is_grid(loop, root)) side_by_side = std::max(side_by_side, executions_[l]);
    }
    const double each_time = std::max(static_cast<double>(loop_work_.each_time(nest_, root)),
                                      simple_operations(work.operations) / std::max(1.0, work.launches));
    work.chunks = each_time / static_cast<double>(cost::kChunkWork);
    work.iterations = std::max(1.0, side_by_side / std::max(1.0, work.launches));
    work.in_order = !is_parallel(root);
    if (stores_beside_loops(root)) work.kernels = 2;
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      if (nest_.is_inside(loop, root) && !is_grid(loop, root))
        work.steps += executions_[l] / (work.launches * work.iterations);
    }
    work.has_result = judged_.loops[static_cast<size_t>(root)].facts.verdict == analysis::Verdict::Reduction;
    count_loads(root, work);
    for (const auto& [array, use] : uses_of(root, inside(root), 1)) {
      const double item = item_of(array);
      const ArrayTraffic traffic{array, item * count_of(use.loaded), item * count_of(use.stored)};
      work.footprint_bytes += traffic.loaded + traffic.stored;
      work.in_place |= traffic.loaded > 0 && traffic.stored > 0;
      work.arrays.push_back(traffic);
    }
    work.total_bytes = work.launches > 1 ? touched_by(root, box_) : work.footprint_bytes;
    add_rereads(root, work);
    return work;
  }

  [[nodiscard]] double item_of(ir::ArrayId array) const {
    return static_cast<double>(size_of(f_[array].type));
  }
  [[nodiscard]] double touched_by(int root, const std::vector<IntegerRange>& box) const {
    double bytes = 0;
    for (const auto& [array, use] : uses_of(root, box, 1)) bytes += item_of(array) * count_of(use.touched());
    return bytes;
  }
  /// What loops around a part make it move again, from the inside: n iterations that each move b bytes, but only d different
  /// ones, find n b - d where the iteration before left them.
  void add_rereads(int root, PartWork& work) const {
    // Caches fetch what is overwritten, and write it back later; what is updated leaves while others come.
    double moved = work.footprint_bytes;
    for (const ArrayTraffic& traffic : work.arrays) moved += traffic.loaded == 0 ? traffic.stored : -traffic.stored;
    double each = touched_by(root, inside(root));
    const double weight = each > 0 ? moved / each : 1;
    double runs = work.launches;
    for (int loop = parent(root); loop >= 0; loop = parent(loop)) {
      const double iterations = std::min(runs, std::max(1.0, trips(loop)));
      runs /= iterations;
      const double different = touched_by(root, inside(loop));
      const double again = runs * std::max(0.0, iterations * each - different);
      if (again > 0) work.rereads.push_back({weight * again, touched_by(loop, inside(loop, true))});
      each = std::min(different, iterations * each);
    }
    work.first_bytes = weight * each;
    if (runs > 1) work.rereads.push_back({(runs - 1) * work.first_bytes, touched_by(-1, box_)});
  }

  /// Its iterations may run side by side, as those of all loops around it up to the root: a device runs them so.
  [[nodiscard]] bool is_grid(int loop, int root) const {
    for (; loop != root; loop = parent(loop)) {
      const bool proven = judged_.loops[static_cast<size_t>(loop)].facts.verdict == analysis::Verdict::Proven;
      if (!is_parallel(loop) && !proven) return false;
    }
    return is_parallel(root);
  }

  /// What stands beside a loop of the grid is a kernel of its own (transform/grid/split_nests.h).
  [[nodiscard]] bool stores_beside_loops(int root) const {
    return std::any_of(nest_.accesses.begin(), nest_.accesses.end(), [&](const MemoryAccess& access) {
      if (!access.write || !nest_.is_inside(access.loop, root) || !is_grid(access.loop, root)) return false;
      for (size_t l = 0; l < nest_.loops.size(); ++l)
        if (parent(static_cast<int>(l)) == access.loop && is_grid(static_cast<int>(l), root)) return true;
      return false;
    });
  }

  /// Loads that an inner loop repeats in one place count once.
  void count_loads(int root, PartWork& work) const {
    const std::optional<integers::UnknownIndex> along = neighbours(root);
    for (const MemoryAccess& access : nest_.accesses) {
      if (!nest_.is_inside(access.loop, root)) continue;
      const double times = executed(access, root);
      const int64_t step = along && access.address ? std::abs(access.address->coefficient_of(*along)) : 0;
      const bool scattered = !access.address || (along && step > 2 * access.width);
      (scattered ? work.scattered_loads : work.loads) += times;
      if (scattered && follows_row(access, root)) work.row_loads += times;
    }
  }
  /// Its own loop runs in order from neighbour to neighbour, and far enough that a device stages the row.
  [[nodiscard]] bool follows_row(const MemoryAccess& access, int root) const {
    const int loop = access.loop;
    if (access.write || !access.address || access.conditional || is_grid(loop, root)) return false;
    const integers::UnknownIndex counter = nest_.loops[static_cast<size_t>(loop)].counter;
    const double times = executions_[static_cast<size_t>(loop)];
    const double starts = parent(loop) < 0 ? 1 : executions_[static_cast<size_t>(parent(loop))];
    return std::abs(access.address->coefficient_of(counter)) == access.width &&
           times >= starts * static_cast<double>(transform::kLeastStagedIterations);
  }
  [[nodiscard]] double executed(const MemoryAccess& access, int root) const {
    int loop = access.loop;
    while (loop != root && !is_parallel(loop) && access.address &&
           access.address->coefficient_of(nest_.loops[static_cast<size_t>(loop)].counter) == 0) {
      loop = parent(loop);
    }
    return executions_[static_cast<size_t>(loop)];
  }
  /// The counter whose iterations are neighbours on a device: most accesses follow it item by item.
  [[nodiscard]] std::optional<integers::UnknownIndex> neighbours(int root) const {
    std::optional<integers::UnknownIndex> best;
    double most = -1;
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      if (!nest_.is_inside(loop, root) || !is_grid(loop, root)) continue;
      double score = 0;
      for (const MemoryAccess& access : nest_.accesses) {
        const bool follows = nest_.is_inside(access.loop, loop) && access.address &&
                             std::abs(access.address->coefficient_of(nest_.loops[l].counter)) == access.width;
        if (follows) score += executed(access, root);
      }
      if (score < most) continue;
      most = score;
      best = nest_.loops[l].counter;
    }
    return best;
  }

  /// The box in which counters outside a loop stand half way; its own one too, where `once` says so.
  [[nodiscard]] std::vector<IntegerRange> inside(int root, bool once = false) const {
    std::vector<IntegerRange> box = box_;
    const std::vector<int64_t> point = cost::middle(nest_);
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const bool is_root = static_cast<int>(l) == root;
      if (is_root ? !once : nest_.is_inside(static_cast<int>(l), root)) continue;
      const auto counter = static_cast<size_t>(nest_.loops[l].counter);
      box[counter] = {point[counter], point[counter]};
    }
    return box;
  }

  [[nodiscard]] Uses uses_of(int root, const std::vector<IntegerRange>& box, size_t most_boxes) const {
    return footprint::uses(collected_, nest_, root, box, most_boxes);
  }

  const ir::Function& f_;
  const analysis::Nests& collected_;
  const Nest& nest_;
  const JudgedNest& judged_;
  const std::unordered_map<int32_t, LoopOperations>& operations_;
  const cost::LoopWork& loop_work_;
  const std::vector<IntegerRange> box_;
  std::vector<double> repeats_;     ///< by loop: what While loops around it add
  std::vector<double> executions_;  ///< by loop: of its body, in the whole nest
  std::vector<bool> parallel_;      ///< by loop
};

/// Bytes of the arguments that cross if all nests are one launch; of those on a device, what the processor would have to get.
void add_moved_bytes(const ir::Function& f, const Uses& uses, const CallArguments& call,
                     std::span<const Resident> residents, CallWork& work) {
  std::vector<bool> stored;
  for (const ir::Parameter& parameter : f.parameters) {
    const auto used = uses.find(parameter.array);
    if (parameter.is_array) stored.push_back(used != uses.end() && !used->second.stored.is_empty());
  }
  auto placement = footprint::place_arrays(f, call.arrays, stored, residents);
  if (!placement) return;  // no device takes the call
  GpuArrays arrays(f, call.arrays, std::move(*placement), residents, nullptr);
  CopyList list;
  size_t index = 0;
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array) continue;
    const ByteRange& range = call.ranges[index++];
    const auto used = uses.find(parameter.array);
    if (used == uses.end()) continue;
    const ArrayUse& use = used->second;
    if (arrays.may_fit(parameter.array))
      arrays.fit(parameter.array, use.touched(), use.stored, [](const footprint::PlacedArray&) { return true; });
    arrays.hold(arrays[parameter.array].buffer);
    arrays.fetch(parameter.array, use, Adding::Last, Way::InTurn, list);
    arrays.mark_changed(parameter.array, use.stored);
    if (!arrays.is_resident(parameter.array)) continue;
    // HostCopies moves what lies between the first byte and the last that the argument reaches.
    const auto bytes = static_cast<double>(range.end - range.begin);
    work.resident_bytes_out += bytes;
    if (!use.stored.is_empty()) work.resident_bytes_in += bytes;
  }
  arrays.move(std::move(list));
  arrays.finish({});
  work.bytes_in += static_cast<double>(arrays.count().in);
  work.bytes_out += static_cast<double>(arrays.count().out);
  for (const ir::Parameter& parameter : f.parameters) {
    if (!parameter.is_array || !uses.contains(parameter.array) || arrays.is_resident(parameter.array)) continue;
    const runtime::MovedBytes& moved = arrays.moved(parameter.array);
    work.arguments.push_back({parameter.array, static_cast<double>(moved.in), static_cast<double>(moved.out)});
  }
}

/// The arrays that the call makes and returns: they come back, unless they stay where the arguments are.
std::vector<ArrayTraffic> returned_arrays(const ir::Function& f,
                                          const std::vector<analysis::ArrayPlace>& places) {
  std::vector<ArrayTraffic> returned;
  for (const ir::ArrayId array : f.returned_arrays()) {
    const analysis::ArrayPlace& place = places[static_cast<size_t>(array.value)];
    if (!place.known) continue;
    auto one = static_cast<double>(size_of(f[array].type));
    for (int d = 0; d < f[array].rank; ++d) one *= static_cast<double>(place.extents[static_cast<size_t>(d)]);
    returned.push_back({array, 0, one});
  }
  return returned;
}

/// What half of the iterations move of what all of them do, which is known to the byte.
void add_half(const ir::Function& f, const Uses& all, const Uses& half, CallWork& work) {
  const std::vector<ir::ArrayId> returned = f.returned_arrays();
  std::vector<ir::ArrayId> arguments;
  for (const ir::Parameter& parameter : f.parameters) {
    if (parameter.is_array) arguments.push_back(parameter.array);
  }
  const auto has = [](const std::vector<ir::ArrayId>& arrays, ir::ArrayId array) {
    return std::find(arrays.begin(), arrays.end(), array) != arrays.end();
  };
  const auto moved = [&](const Uses& uses) {
    runtime::MovedBytes bytes;
    for (const auto& [array, use] : uses) {
      const bool is_argument = has(arguments, array);
      if (is_argument) bytes.in += size_of(f[array].type) * use.needed().elements();
      if (is_argument || has(returned, array)) bytes.out += size_of(f[array].type) * use.stored.elements();
    }
    return bytes;
  };
  const runtime::MovedBytes of_all = moved(all);
  const runtime::MovedBytes of_half = moved(half);
  const auto part = [](int64_t some, int64_t whole) {
    return whole > 0 ? static_cast<double>(some) / static_cast<double>(whole) : 0.5;
  };
  work.half_bytes_in = work.bytes_in * part(of_half.in, of_all.in);
  work.half_bytes_out = work.bytes_out * part(of_half.out, of_all.out);
}

}  // namespace

CallWork work_of(const Specialization& specialization, const CallJudgement& judgement,
                 const cost::CpuShape& shape, const CallArguments& call,
                 std::span<const Resident> residents) {
  const ir::Function& f = specialization.simplified;
  CallWork work;
  work.threads = specialization.options.threads;
  const auto operations = cost::count_operations(f, call.scalars);
  const cost::LoopWork loop_work(f);
  Uses uses;
  Uses uses_of_half;
  work.may_be_dealt = residents.empty();
  double repeats = 1;  // of the while loop of the function around the nests so far
  for (size_t n = 0; n < judgement.collected.nests.size(); ++n) {
    if (judgement.collected.nests[n].never_runs) continue;
    const NestWork nest(f, judgement, n, operations, loop_work);
    if (nest.repeats() != repeats && nest.repeats() > 1) work.order.push_back({.times = nest.repeats()});
    repeats = nest.repeats();
    nest.add_parts(0, shape, repeats > 1 ? work.order.back().inner : work.order, work);
    nest.add_uses(uses);
    work.may_be_dealt &= nest.may_be_dealt();
    if (work.may_be_dealt) nest.add_uses_of_half(uses_of_half);
  }
  work.may_be_dealt &= !work.parts.empty();
  add_moved_bytes(f, uses, call, residents, work);
  for (const auto& [array, use] : uses)
    work.touched_bytes += static_cast<double>(size_of(f[array].type)) * count_of(use.touched());
  if (!residents.empty()) return work;
  for (const ArrayTraffic& returned : returned_arrays(f, judgement.collected.places)) {
    work.bytes_out += returned.stored;
    work.arguments.push_back(returned);
  }
  if (work.may_be_dealt) add_half(f, uses, uses_of_half, work);
  return work;
}

}  // namespace unpython::driver
