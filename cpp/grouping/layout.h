// Where the cells of a group's members lie in its buffer: the common result of the five rules.
//
// Members are set forms in cells (width 1, one address per cell) that have the same strides s_1 > ... > s_d,
// extent 1 where a member has no such dimension. A rule gives a frame: q residues r_1 < ... < r_q and extents
// u'_k, such that the cells
//   base + r_j + sum_k s_k x_k,   0 <= x_k < u'_k
// are all different, hold every cell of every member, and lie in ascending order of (x_1, ..., x_d, j). The
// cell above is cell  j + q sum_k x_k prod_{l>k} u'_l  of the buffer.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/descriptor.h"
#include "grouping/plan.h"

namespace unpython::grouping {

struct Layout {
  Rule rule = Rule::Single;
  /// base, strides s_k and extents u'_k, in cells.
  analysis::Descriptor frame;
  std::vector<int64_t> residues;  ///< ascending, different
  int64_t cells = 0;              ///< q prod u'_k
  /// In the buffer, index i_k of dimension k of a member moves by packed_strides[k] cells...
  std::array<int64_t, analysis::kMaxDimensions> packed_strides{};
  /// ... from where its base lies; one for each member.
  std::vector<int64_t> packed_bases;
};

using Members = std::span<const analysis::Descriptor>;

/// Rule 1: one member, restricted. Exact.
[[nodiscard]] std::optional<Layout> lay_out_single(Members members);
/// Rule 2: one dimension. v_j = (b_j - b_1) div s, r_j = (b_j - b_1) mod s; q max(u_j + v_j) cells.
[[nodiscard]] std::optional<Layout> lay_out_equal(Members members);
/// Rule 3: all bases within s_d and room for that between the dimensions. Exact where extents are equal.
[[nodiscard]] std::optional<Layout> lay_out_interleaved(Members members);
/// Rule 4: shifts t_mk, residues r_m and extents u'_k from an integer program, checked in exact integers.
/// Nothing where there is no solution, or none within `node_limit` nodes.
[[nodiscard]] std::optional<Layout> lay_out_by_program(Members members, int node_limit);
/// Rule 5: every cell from the lowest to the highest. The buffer begins at most `alignment` - 1 cells
/// earlier, such that cell `origin` lies in it at a multiple of `alignment`.
[[nodiscard]] std::optional<Layout> lay_out_interval(Members members, int64_t origin = 0,
                                                     int64_t alignment = 1);

/// Shifts t_mk of one member, one for each dimension.
using Shifts = std::array<int64_t, analysis::kMaxDimensions>;

/// The layout of a frame, if its cells are different, it holds all members, and no number leaves 64 bits:
/// what rules 1 to 4 end with, so that none of them can be wrong. `shifts[m]` are the t_mk of member m; its
/// residue is what is left of its base.
[[nodiscard]] std::optional<Layout> checked_layout(Rule rule, int64_t base, Members members,
                                                   std::span<const Shifts> shifts);

}  // namespace unpython::grouping
