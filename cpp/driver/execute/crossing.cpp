// Choices are by bytes, where a piece counts as runtime::kGapBytes; rows that nearly touch come together.
#include "driver/execute/crossing.h"

#include "runtime/memory/strided_copy.h"

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::Box;
using footprint::CallArray;
using footprint::Footprint;
using runtime::StridedCopy;

Box whole_of(const CallArray& array) { return footprint::whole_box(array.host.extents, array.rank); }

/// Elements of `a` that `b` has.
Footprint common(const Footprint& a, const Footprint& b) {
  if (a.is_empty() || b.is_empty()) return {};
  return a.without(a.without(b));
}

/// Of pieces that cross one by one, in bytes.
double cost_of(const std::vector<StridedCopy>& pieces) {
  return static_cast<double>(runtime::crossing_bytes(pieces, true)) +
         static_cast<double>(runtime::pieces_of(pieces) - 1) * runtime::kGapBytes;
}

/// Where what lies between crosses anyway, it may as well arrive.
Footprint with_gaps(const HeldState& state, const Footprint& part) {
  const CallArray& array = state.array;
  if (array.dimensions.empty()) return part;
  const size_t outer = array.dimensions[0];
  const Box hull = *part.hull();
  Box rows = whole_of(array);
  rows.set(outer, hull.low[outer], hull.high[outer]);
  const Footprint slab = state.room == nullptr ? Footprint(rows) : state.room->within(rows);
  const int64_t bytes = bytes_of(state, slab, false);
  return bytes <= bytes_of(state, part, false) + 2 * (bytes / rows.count(outer)) ? slab : part;
}

}  // namespace

int64_t bytes_of(const HeldState& state, const Footprint& elements, bool beside) {
  return runtime::crossing_bytes(
      footprint::copies_of(state.array, elements, state.array.placed, state.host), beside);
}

/// What is added to something must not change what lies between: then each piece is a copy of its own. Many
/// pieces take longer than all of it once more.
Crossing crossing_in(const HeldState& state, const ArrayUse& use, Adding adding) {
  if (state.resident) return {};
  const Footprint& arrived = state.arrived;
  if (!state.packed) return {arrived.is_empty() ? Footprint(whole_of(state.array)) : Footprint()};
  const Footprint lacking = use.needed().without(arrived);
  if (state.only_exact) return {lacking, !arrived.is_empty()};
  if (lacking.is_empty() || (arrived.is_empty() && adding == Adding::Last)) return {lacking};
  if (arrived.is_empty()) return {with_gaps(state, lacking)};
  if (adding == Adding::Beside) return {lacking, true};
  const std::vector<StridedCopy> pieces =
      footprint::copies_of(state.array, lacking, state.array.placed, state.host);
  const double beside = cost_of(pieces);
  // Of a small array, which other launches take other elements of, all comes the second time.
  const Footprint rest = (state.room == nullptr ? Footprint(whole_of(state.array)) : *state.room).without(arrived);
  const std::vector<StridedCopy> rests = footprint::copies_of(state.array, rest, state.array.placed, state.host);
  if (cost_of(rests) <= beside + runtime::kGapBytes) return {rest, true};
  Footprint all = arrived;
  all.add(lacking);
  // What has changed goes back before: that is one more copy.
  const int64_t back = state.changed.is_empty() ? 0 : bytes_of(state, state.changed, false) + runtime::kGapBytes;
  const auto again = static_cast<double>(bytes_of(state, all, false) + back);
  if (beside <= again) return {lacking, true};
  return {all, false, true};
}

Footprint crossing_out(const HeldState& state, const ArrayUse& use) {
  if (state.resident) return use.needed();
  return state.packed ? common(use.touched(), state.changed) : state.changed;
}

Footprint crossing_home(const HeldState& state) { return state.resident ? Footprint() : state.changed; }

Footprint crossing_between(const HeldState& from, const ArrayUse& use, const HeldState* to) {
  const Footprint part = common(use.needed(), from.changed);
  return to != nullptr ? part.without(to->arrived) : part;
}

Footprint crossing_out(const Footprint& stored, bool goes_on) { return goes_on ? Footprint() : stored; }

Footprint crossing_in(const footprint::Region& region, const ArrayUse& use, const Footprint& needed) {
  Footprint elements = needed.within(region.box);
  elements.add(use.needed());
  return elements;
}

}  // namespace unpython::driver
