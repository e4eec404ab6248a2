// Outer counters of a part are taken half way.
#include "driver/choose/nest_work.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "cost/loop_work.h"
#include "driver/execute/gpu_arrays.h"
#include "footprint/nest_uses.h"
#include "footprint/placement.h"
#include "transform/groups/find_rows.h"

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

class NestWork {
 public:
  NestWork(const ir::Function& f, const CallJudgement& judgement, size_t number,
           const std::unordered_map<int32_t, LoopOperations>& operations)
      : f_(f),
        collected_(judgement.collected),
        nest_(judgement.collected.nests[number]),
        judged_(judgement.nests[number]),
        operations_(operations),
        box_(nest_.box()) {
    const std::vector<int64_t> counted = cost::executions(nest_, -1);
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int parent = nest_.loops[l].parent;
      repeats_.push_back(of(l).starts * (parent < 0 ? 1 : repeats_[static_cast<size_t>(parent)]));
      executions_.push_back(repeats_.back() * static_cast<double>(counted[l]));
    }
  }

  [[nodiscard]] std::vector<PartWork> parts(const cost::CpuShape& shape) const {
    std::vector<PartWork> result;
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      if (is_part(static_cast<int>(l)) && executions_[l] > 0) {
        result.push_back(part(static_cast<int>(l)));
        result.back().cpu = shape.at(nest_.loops[l].where);
      }
    }
    return result;
  }

  /// Adds what the nest touches, in the order of the text, to what those before it do: `loaded` is what they need.
  void add_uses(Uses& uses) const {
    for (const auto& [array, use] : uses_of(-1, box_, footprint::kMostBoxes)) {
      ArrayUse& so_far = uses[array];
      so_far.loaded.add(use.needed().without(so_far.certain));
      so_far.stored.add(use.stored);
      so_far.certain.add(use.certain);
    }
  }

 private:
  [[nodiscard]] const LoopOperations& of(size_t loop) const {
    return operations_.at(nest_.loops[loop].stmt.value);
  }
  [[nodiscard]] bool is_parallel(int loop) const { return judged_.loops[static_cast<size_t>(loop)].parallel; }
  [[nodiscard]] int parent(int loop) const { return nest_.loops[static_cast<size_t>(loop)].parent; }

  [[nodiscard]] bool is_part(int loop) const {
    bool inside_parts = false;
    for (int outer = parent(loop); outer >= 0; outer = parent(outer)) inside_parts |= is_part_root(outer);
    return !inside_parts && is_part_root(loop);
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
    work.iterations = std::max(1.0, side_by_side / std::max(1.0, work.launches));
    count_loads(root, work);
    for (const auto& [array, use] : uses_of(root, inside(root), 1))
      work.footprint_bytes +=
          static_cast<double>(size_of(f_[array].type)) * (count_of(use.loaded) + count_of(use.stored));
    return work;
  }

  /// Parallel, as all loops around it up to the root.
  [[nodiscard]] bool is_grid(int loop, int root) const {
    for (; loop != root; loop = parent(loop)) {
      if (!is_parallel(loop)) return false;
    }
    return is_parallel(root);
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

  /// The box in which counters outside a part stand half way.
  [[nodiscard]] std::vector<IntegerRange> inside(int root) const {
    std::vector<IntegerRange> box = box_;
    const std::vector<int64_t> point = cost::middle(nest_);
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      if (nest_.is_inside(static_cast<int>(l), root)) continue;
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
  const std::vector<IntegerRange> box_;
  std::vector<double> repeats_;     ///< by loop: what While loops around it add
  std::vector<double> executions_;  ///< by loop: of its body, in the whole nest
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
    arrays.fetch(parameter.array, use, Adding::Last, {}, list);
    arrays.mark_changed(parameter.array, use.stored);
    if (!arrays.is_resident(parameter.array)) continue;
    // HostCopies moves what lies between the first byte and the last that the argument reaches.
    const auto bytes = static_cast<double>(range.end - range.begin);
    work.resident_bytes_out += bytes;
    if (!use.stored.is_empty()) work.resident_bytes_in += bytes;
  }
  arrays.move(list);
  arrays.finish({});
  work.bytes_in += static_cast<double>(arrays.count().in);
  work.bytes_out += static_cast<double>(arrays.count().out);
}

/// Of the arrays that the call makes and returns: they come back, unless they stay where the arguments are.
double returned_bytes(const ir::Function& f, const std::vector<analysis::ArrayPlace>& places) {
  double bytes = 0;
  for (const ir::ArrayId array : f.returned_arrays()) {
    const analysis::ArrayPlace& place = places[static_cast<size_t>(array.value)];
    if (!place.known) continue;
    auto one = static_cast<double>(size_of(f[array].type));
    for (int d = 0; d < f[array].rank; ++d) one *= static_cast<double>(place.extents[static_cast<size_t>(d)]);
    bytes += one;
  }
  return bytes;
}

}  // namespace

CallWork work_of(const Specialization& specialization, const CallJudgement& judgement,
                 const cost::CpuShape& shape, const CallArguments& call,
                 std::span<const Resident> residents) {
  const ir::Function& f = specialization.simplified;
  CallWork work;
  work.threads = specialization.options.threads;
  const auto operations = cost::count_operations(f, call.scalars);
  Uses uses;
  for (size_t n = 0; n < judgement.collected.nests.size(); ++n) {
    if (judgement.collected.nests[n].never_runs) continue;
    const NestWork nest(f, judgement, n, operations);
    for (PartWork& part : nest.parts(shape)) work.parts.push_back(part);
    nest.add_uses(uses);
  }
  add_moved_bytes(f, uses, call, residents, work);
  if (residents.empty()) work.bytes_out += returned_bytes(f, judgement.collected.places);
  return work;
}

}  // namespace unpython::driver
