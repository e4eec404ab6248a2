#include "driver/several/halos.h"

#include <algorithm>
#include <utility>

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::IterationRange;
using Launch = GpuMachine::Launch;

/// A piece that touches less ends before the halos have crossed.
constexpr int64_t kLeastTouched = 64 << 20;
/// Iterations at an end of a piece; wide accesses begin at multiples of four. Groups of them, in a kernel of Group loops.
constexpr int64_t kLeastEnd = 8;
constexpr int64_t kLeastGroups = 1;
constexpr int64_t kLeastMiddle = 4;  // times both ends

class Cut {
 public:
  Cut(const Launch& all, GpuMachine& machine, const GpuMachine::Prepared& piece, size_t number, std::span<const Halo> halos)
      : all_(all), machine_(machine), prepared_(piece), piece_(GpuMachine::launch_of(piece)), number_(number), halos_(halos) {
    for (size_t d = 0; d < piece_.firsts.size(); ++d)
      whole_.push_back({piece_.firsts[d], piece_.firsts[d] + piece_.extents[d]});
    if (piece_.groups) whole_ = {*piece_.groups};
    const auto cut = std::mismatch(all.extents.begin(), all.extents.end(), piece_.extents.begin(), piece_.extents.end());
    along_ = static_cast<size_t>(cut.first - all.extents.begin());
  }

  [[nodiscard]] std::optional<PieceInTwo> run() const {
    if (along_ >= whole_.size() || !is_known_apart() || touched_bytes() < kLeastTouched) return std::nullopt;
    const IterationRange all = whole_[along_];
    for (int64_t end = piece_.groups ? kLeastGroups : kLeastEnd; 2 * end * (kLeastMiddle + 1) <= all.end - all.first; end *= 2) {
      IterationRange middle{all.first + end, all.end - end};
      if (!is_free(middle)) continue;
      if (is_free({all.first, middle.end})) middle.first = all.first;
      if (is_free({middle.first, all.end})) middle.end = all.end;
      PieceInTwo parts{.first = ranges(middle)};
      if (middle.first > all.first) parts.others.push_back(ranges({all.first, middle.first}));
      if (middle.end < all.end) parts.others.push_back(ranges({middle.end, all.end}));
      return parts;
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::vector<IterationRange> ranges(const IterationRange& middle) const {
    std::vector<IterationRange> result = whole_;
    result[along_] = middle;
    return result;
  }
  [[nodiscard]] bool touches(const kernel::KernelArray& array) const { return array.loaded || array.stored; }
  /// What crosses is of arrays that the kernel knows by one name.
  [[nodiscard]] bool is_known_apart() const {
    const GpuArrays& arrays = machine_.arrays();
    return std::none_of(halos_.begin(), halos_.end(), [&](const Halo& halo) {
      return std::any_of(piece_.kernel.arrays.begin(), piece_.kernel.arrays.end(), [&](const kernel::KernelArray& array) {
        return touches(array) && array.array != halo.sending.array &&
               arrays[array.array].buffer == arrays[halo.sending.array].buffer;
      });
    });
  }
  [[nodiscard]] int64_t touched_bytes() const {
    const std::vector<ArrayUse>& uses = GpuMachine::uses(prepared_);
    int64_t bytes = 0;
    for (size_t i = 0; i < uses.size(); ++i)
      bytes += uses[i].touched().elements() * machine_.arrays()[piece_.kernel.arrays[i].array].item_bytes;
    return bytes;
  }
  /// These iterations neither touch what comes nor store to what goes.
  [[nodiscard]] bool is_free(const IterationRange& middle) const {
    const KnownUses::Uses known = machine_.uses_of_all(machine_.part_of(all_, ranges(middle)));
    const std::vector<ArrayUse>& uses = *known;
    return std::none_of(halos_.begin(), halos_.end(), [&](const Halo& halo) {
      for (size_t i = 0; i < uses.size(); ++i) {
        if (piece_.kernel.arrays[i].array != halo.sending.array) continue;
        if (halo.to == number_ && (halo.part.meets(uses[i].loaded) || halo.part.meets(uses[i].stored))) return true;
        if (halo.from == number_ && halo.part.meets(uses[i].stored)) return true;
      }
      return false;
    });
  }

  const Launch& all_;
  GpuMachine& machine_;
  const GpuMachine::Prepared& prepared_;
  const Launch& piece_;
  const size_t number_;
  const std::span<const Halo> halos_;
  std::vector<IterationRange> whole_;
  size_t along_ = 0;
};

}  // namespace

const std::optional<PieceInTwo>& KnownInTwo::find(const Launch& all, GpuMachine& machine, const GpuMachine::Prepared& piece,
                                                  size_t number, std::span<const Halo> halos) {
  std::vector<int64_t> key = GpuMachine::launch_of(piece).numbers;
  key.insert(key.end(), {all.kernel.root.value, static_cast<int64_t>(number)});
  for (const kernel::KernelArray& array : all.kernel.arrays) {
    const footprint::CallArray& known = machine.arrays()[array.array];
    key.insert(key.end(), known.host.extents, known.host.extents + known.rank);
  }
  for (const Halo& halo : halos) {
    if (halo.from != number && halo.to != number) continue;
    key.insert(key.end(), {halo.from == number, halo.sending.array.value});
    for (const footprint::Box& box : halo.part.boxes()) {
      key.insert(key.end(), box.low.begin(), box.low.end());
      key.insert(key.end(), box.high.begin(), box.high.end());
      key.insert(key.end(), box.step.begin(), box.step.end());
    }
  }
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  return known_.emplace(std::move(key), Cut(all, machine, piece, number, halos).run()).first->second;
}

}  // namespace unpython::driver
