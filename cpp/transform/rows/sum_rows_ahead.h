// Adds up several rows at a time where a row needs the results of the rows before it.
//
// Problem: for i: (for j in range(i): x[i] -= a[i, j] * x[j]); x[i] /= a[i, i] adds the numbers of one row after another, each
//          subtraction waiting for the one before. Row i needs x[i - 1], but only at the end of its sum.
// Takes:   a simplified function at Level::Scheduling, after the checks have left the loops.
// Gives:   the same function, where such a loop over i goes in strips of a few rows: for all rows of the strip side by side, what
//          stands in front of the sum and the sum up to the first row of the strip; then for one row after another the rest of the
//          sum, which is short, and what stands behind it. Each sum keeps its order, so its bits.
// Leaves:  loops whose iterations need nothing of each other, and loops where a row may reach what another row of its strip does.
#pragma once
#include "abi/target_info.h"
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function sum_rows_ahead(const ir::Function& function, const abi::TargetInfo& target);

}  // namespace unpython::transform
