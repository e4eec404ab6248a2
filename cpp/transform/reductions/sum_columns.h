// Sums of columns on a CPU: neighbouring columns side by side, each by the one tree.
//
//   for i:  s = start;  for k in prange: s += m[k, i] ...;  after
//
// becomes, for a block of columns at a time,
//
//   for leaf:
//     for lane in range(32):
//       for i in vector:  t = m[leaf * 512 + lane, i] + m[leaf * 512 + lane + 32, i] + ...;  sums[lane, i] = t
//     for i in vector:  leaf sum of column i, and the stack of finished subtrees of column i
//
// Problem: a column alone reads one element of each line of memory.
// Choice:  variables of an iteration become arrays over the columns of a block, and its statements loops over them.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/reductions.h"
#include "ir/function.h"

namespace unpython::transform {

/// A reduced loop in the body of the loop over columns.
struct ColumnSum {
  ir::StmtId loop;
  std::vector<analysis::Reduction> reductions;
  std::vector<ColumnSum> items{};  ///< the loop that is its whole body and reduces the same, or none: the sum of each item
};

/// The same for `columns`, whose iterations share nothing, and all reduced loops of its body. `threads`: blocks of
/// columns may run on several. Nothing where columns are no neighbours in memory, or statements have another form.
[[nodiscard]] std::optional<ir::Block> sum_columns(ir::Function& function, const ir::For& columns,
                                                   const std::vector<ColumnSum>& sums, bool threads,
                                                   const SourceRange& range);

}  // namespace unpython::transform
