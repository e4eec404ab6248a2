// The trees of the sums of a block of columns (sum_columns.h): statements that add what reduced loops give to a number for each column.
#pragma once
#include <map>
#include <vector>

#include "transform/reductions/sum_columns.h"

namespace unpython::transform {

/// Columns that run side by side.
struct ColumnBlock {
  ir::VarId counter;                       ///< of the loop over all columns
  ir::ExprId first;                        ///< column of the block
  ir::ExprId count;                        ///< columns of the block
  int64_t lanes = 8;                       ///< columns of a vector
  int64_t width = 128;                     ///< the most columns of a block
  std::map<ir::VarId, ir::ArrayId> kept{};  ///< variables of an iteration, of which each column has an element
};

/// The statements for one column of the block, `place` from its first one.
[[nodiscard]] ir::Block at_column(ir::Function& function, const ColumnBlock& columns, const ir::Block& block, ir::ExprId place);

/// Adds the sum to the accumulators' elements of `columns.kept`.
[[nodiscard]] ir::Block column_tree(ir::Function& function, const ColumnBlock& columns, const ColumnSum& sum, const SourceRange& range);

}  // namespace unpython::transform
