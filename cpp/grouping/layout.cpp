#include "grouping/layout.h"

#include <algorithm>

#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::Dimension;

/// b_m - base - sum_k s_k t_mk, the residue of a member; nothing if it is negative or leaves 64 bits.
std::optional<int64_t> residue_of(const analysis::Descriptor& member, int64_t base, const Shifts& shift) {
  std::optional<int64_t> residue = checked_sub(member.base, base);
  for (size_t k = 0; k < member.dims().size() && residue; ++k) {
    const auto moved = checked_mul(member.dims()[k].stride, shift[k]);
    residue = moved ? checked_sub(*residue, *moved) : std::nullopt;
  }
  return residue && *residue >= 0 ? residue : std::nullopt;
}

/// Inequality 14 of papers/1 with the room that the residues need, the last dimension included:
/// s_k > spread + sum_{p>k} s_p (u'_p - 1). Then cells ascend with (x_1, ..., x_d, residue).
bool cells_differ(std::span<const Dimension> frame, int64_t spread) {
  std::optional<int64_t> reach = spread;
  for (size_t k = frame.size(); k-- > 0;) {
    if (frame[k].extent == 1) continue;
    if (frame[k].stride <= *reach) return false;
    const auto span = checked_mul(frame[k].stride, frame[k].extent - 1);
    reach = span ? checked_add(*reach, *span) : std::nullopt;
    if (!reach) return false;
  }
  return true;
}

/// The least extents that hold every member where it is shifted to; false on overflow.
bool enclose_extents(std::span<Dimension> frame, Members members, std::span<const Shifts> shifts) {
  for (size_t m = 0; m < members.size(); ++m) {
    for (size_t k = 0; k < frame.size(); ++k) {
      const auto end = checked_add(members[m].dims()[k].extent, shifts[m][k]);
      if (!end || shifts[m][k] < 0) return false;
      frame[k].extent = std::max(frame[k].extent, *end);
    }
  }
  return true;
}

}  // namespace

std::optional<Layout> checked_layout(Rule rule, int64_t base, Members members,
                                     std::span<const Shifts> shifts) {
  Layout layout{.rule = rule, .frame = members.front(), .residues = {}, .packed_bases = {}};
  if (!enclose_extents(layout.frame.dims(), members, shifts)) return std::nullopt;
  std::vector<int64_t>& residues = layout.residues;
  for (size_t m = 0; m < members.size(); ++m) {
    const auto residue = residue_of(members[m], base, shifts[m]);
    if (!residue) return std::nullopt;
    layout.packed_bases.push_back(*residue);
  }
  residues = layout.packed_bases;
  std::sort(residues.begin(), residues.end());
  residues.erase(std::unique(residues.begin(), residues.end()), residues.end());
  if (!cells_differ(layout.frame.dims(), residues.back() - residues.front())) return std::nullopt;

  layout.cells = static_cast<int64_t>(residues.size());
  for (size_t k = layout.frame.dims().size(); k-- > 0;) {
    layout.packed_strides[k] = layout.cells;
    const auto cells = checked_mul(layout.cells, layout.frame.dims()[k].extent);
    if (!cells) return std::nullopt;
    layout.cells = *cells;
  }
  for (size_t m = 0; m < members.size(); ++m) {
    int64_t& place = layout.packed_bases[m];
    place = std::lower_bound(residues.begin(), residues.end(), place) - residues.begin();
    // Below the number of cells, so nothing overflows.
    for (size_t k = 0; k < layout.frame.dims().size(); ++k) place += shifts[m][k] * layout.packed_strides[k];
  }
  layout.frame.base = base;
  return layout;
}

}  // namespace unpython::grouping
