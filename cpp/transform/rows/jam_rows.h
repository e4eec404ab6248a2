// Computes several rows side by side where each element of a row waits for the one before.
//
// Problem: for i: for j: h[i, j] = max(h[i-1, j], h[i, j-1]) + 1 runs at the pace of one chain from element to element, whatever the
//          processor could do beside it. Row i + 1 needs row i, but only up to its own column.
// Takes:   a scheduled function.
// Gives:   the same function, where such loops over rows take four rows at a time: each column of the inner loop computes one element of
//          each row, row u `skew` columns behind row u - 1, as far as its elements need. Columns that not all four rows have in
//          one turn stand in front of the inner loop and behind it. The element that a row has stored last is kept in a variable for the
//          next column. What stands before and behind the inner loop in a row is done for four rows.
// Leaves:  loops without such a chain, and those where a row needs more of the one before than that. Each element is computed as
//          before, so the bits are the same; sums and extrema of whole numbers over all elements may change their order.
#pragma once
#include <vector>

#include "analysis/text/nest_notes.h"
#include "ir/function.h"

namespace unpython::transform {

/// Adds the loops to the reports of their nests.
[[nodiscard]] ir::Function jam_rows(const ir::Function& function, std::vector<analysis::NestNotes>& nests);

}  // namespace unpython::transform
