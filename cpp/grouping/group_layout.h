// The layout of one group: members in a common unit, the rules that apply, the fewest bytes.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "grouping/layout.h"
#include "grouping/reach.h"

namespace unpython::grouping {

struct GroupLayout {
  Layout layout;
  int64_t unit = 1;    ///< bytes of a cell
  int64_t origin = 0;  ///< byte address of cell 0
  /// One for each reach of the group: in cells, with the strides that the layout's members have.
  std::vector<analysis::Enclosure> cells;
  /// The different sets among them, and which one each reach has.
  std::vector<analysis::Descriptor> members;
  std::vector<size_t> member_of;
  int64_t bytes = 0;  ///< of the buffer
};

/// The smallest layout that the rules find; with equal sizes one that keeps accesses aligned, then the
/// simpler rule. Nothing: no rule applies, or the only one that does would move much more than is touched.
[[nodiscard]] std::optional<GroupLayout> lay_out_group(std::span<const Reach* const> reaches, int node_limit);

/// Byte offset of a reach in the buffer as a form of counters and symbols; nothing if it leaves 64 bits.
[[nodiscard]] std::optional<analysis::LinearForm> packed_offset(const GroupLayout& group, size_t reach);

/// Cells that the largest member has: no layout has fewer. At least 1.
[[nodiscard]] int64_t least_cells(Members members);

}  // namespace unpython::grouping
