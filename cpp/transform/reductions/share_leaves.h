// Reduced loops on a whole device, alone or in each iteration of loops around them.
//
//   partials[rows, leaf] = results of a leaf     a nest that transform/groups/share_lanes.h gives to warps
//   partials[rows, 0] = all leaves of a row      by a thread or a group, as many leaves as there are
//
// A loop without rows ends in result = result op total[0] on the host.
#pragma once
#include <optional>

#include "transform/reductions/lane_leaf.h"

namespace unpython::transform {

/// `loop`'s body is free of its own `continue`, and may_run_on_lanes().
[[nodiscard]] ir::Block share_leaves(ir::Function& function, const ir::For& loop,
                                     const std::vector<analysis::Reduction>& reductions,
                                     const SourceRange& range);

/// The loops of rows around a reduced loop, outermost first, and the assignments in front of it that it
/// needs.
struct Rows {
  std::vector<ir::For> loops{};
  ir::Block before{};
};
struct RowTotals {
  ir::Block statements;               ///< in front of the rows
  ir::Block combination;              ///< in each row, in the place of the loop
  std::vector<ir::StmtId> updates{};  ///< of each reduction, in `combination`; where it is one statement
};
/// The same for all rows at once. The extents are known in front of them.
[[nodiscard]] RowTotals share_rows(ir::Function& function, const Rows& rows, const ir::For& loop,
                                   const std::vector<analysis::Reduction>& reductions,
                                   const SourceRange& range);

inline constexpr int64_t kEnoughForLanes = 96;  ///< iterations of a row: below it a thread for each row is as good

/// Enough iterations for lanes, or too few rows for threads. `many`: so many rows have a thread each; none: no number, and a thread
/// would hold the sums of all lanes.
[[nodiscard]] ir::ExprId pays_for_rows(ir::Builder& build, const Rows& rows, ir::ExprId inner, std::optional<int64_t> many);

}  // namespace unpython::transform
