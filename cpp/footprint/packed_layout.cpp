#include "footprint/packed_layout.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

namespace unpython::footprint {
namespace {

/// Parts above this share of the array are not worth code of their own, and whole lines of the host's memory
/// have to be read for them anyway.
constexpr double kMostOfWhole = 0.75;
constexpr int64_t kMostResidues = 1 << 10;

int64_t cells_of(const CallArray& array, const Box& box) {
  int64_t cells = 1;
  for (size_t d : array.dimensions) cells *= box.count(d);
  return cells;
}

/// The residues of `step` that the boxes have, and those evenly between them; all subscripts where that is most.
kernel::Axis axis_of(const Footprint& part, const Box& hull, size_t d, int64_t step) {
  if (step < 2 || step > kMostResidues) return {};
  std::set<int64_t> residues;
  for (const Box& box : part.boxes()) {
    const int64_t different = std::min(box.count(d), step);
    for (int64_t n = 0; n < different; ++n) residues.insert((box.low[d] + n * box.step[d]) % step);
  }
  int64_t widest = *residues.begin() + step - *residues.rbegin();  // the gap around the end
  int64_t first = *residues.begin();
  for (auto next = std::next(residues.begin()), last = residues.begin(); next != residues.end();
       last = next++) {
    if (*next - *last <= widest) continue;
    widest = *next - *last;
    first = *next;
  }
  int64_t by = step - widest;
  for (const int64_t residue : residues) by = std::gcd(by, residue - first);
  by = std::max<int64_t>(by, 1);
  const int64_t width = (step - widest) / by + 1;
  if (static_cast<double>(width) > kMostOfWhole * static_cast<double>(step)) return {};
  return {step, first > hull.low[d] ? first - step : first, width, by};  // no place is negative
}

/// By the step of what is stored, if that step is larger than the one of all that is touched: elements that are only loaded
/// may lie between those that are stored.
kernel::Axis axis_of(const Footprint& part, const Box& stored, const Box& hull, size_t d) {
  if (stored.step[d] > hull.step[d]) {
    const kernel::Axis axis = axis_of(part, hull, d, stored.step[d]);
    if (axis.step > 1) return axis;
  }
  if (hull.step[d] > 1) return {hull.step[d], hull.low[d] % hull.step[d], 1};
  int64_t step = 0;
  for (const Box& box : part.boxes()) {
    if (box.high[d] > box.low[d]) step = std::gcd(step, box.step[d]);
  }
  return axis_of(part, hull, d, step);
}

PackedLayout box_layout(const CallArray& array, const Footprint& part, const Footprint& stored,
                        const Box& hull) {
  PackedLayout layout{Packing::Box, array.placed, 1};
  const Box out = stored.boxes() == part.boxes() ? hull : stored.hull().value_or(hull);
  for (size_t d = 0; d < static_cast<size_t>(array.rank); ++d)
    layout.placed.axes[d] = axis_of(part, out, hull, d);
  layout.elements = place_box(array.dimensions, hull, layout.placed);
  return layout;
}

/// The rows of one pair of neighbouring dimensions lie behind each other; none where that is hardly less than the box.
std::optional<PackedLayout> row_layout(const CallArray& array, const Footprint& part, const Box& hull,
                                       const PackedLayout& box) {
  std::optional<PackedLayout> best;
  for (size_t n = 1; n < array.dimensions.size(); ++n) {
    const size_t outer = array.dimensions[n - 1];
    const size_t inner = array.dimensions[n];
    const auto rows = trapezoid_around(part, outer, inner);
    if (!rows) continue;
    const bool grows = rows->growth() != 0;
    PackedLayout layout{grows ? Packing::Trapezoid : Packing::Skew, box.placed, 1};
    layout.placed.rows = rows;
    layout.placed.axes[inner] = {};
    layout.placed.axes[outer] = {.grows = grows};
    layout.placed.strides.fill(0);
    layout.placed.remainder_strides.fill(0);
    layout.elements = place_box(array.dimensions, hull, layout.placed);
    const auto most = (grows ? kMostOfWhole : 1.0) * static_cast<double>(box.elements);
    if (static_cast<double>(layout.elements) >= most) continue;
    if (!best || layout.elements < best->elements) best = layout;
  }
  return best;
}

}  // namespace

const char* name_of(Packing packing) {
  switch (packing) {
    case Packing::Whole:
      return "whole";
    case Packing::Box:
      return "box";
    case Packing::Skew:
      return "band";
    case Packing::Trapezoid:
      return "trapezoid";
  }
  return "";
}

const char* reason_of(Unpacked unpacked) {
  switch (unpacked) {
    case Unpacked::No:
      return "";
    case Unpacked::Shared:
      return "more of it may be touched later in the call";
    case Unpacked::Dense:
      return "most lines of its memory are touched, so the whole of it arrives as soon";
    case Unpacked::Variants:
      return "kernels have been made for many other steps";
  }
  return "";
}

std::optional<PackedLayout> pack_footprint(const CallArray& array, const Footprint& part,
                                           const Footprint& stored) {
  const std::optional<Box> hull = part.hull();
  if (!hull) return std::nullopt;
  const int64_t whole = cells_of(array, whole_box(array.host.extents, array.rank));
  PackedLayout layout = box_layout(array, part, stored, *hull);
  if (auto rows = row_layout(array, part, *hull, layout)) layout = std::move(*rows);
  const bool own_code = layout.placed.axes != array.placed.axes;
  const double most = (own_code ? kMostOfWhole : 1.0) * static_cast<double>(whole);
  if (layout.elements == whole || static_cast<double>(layout.elements) > most) return std::nullopt;
  return layout;
}

}  // namespace unpython::footprint
