// Takes sums of a row out of loops over rows that do something else with the row too.
//
// Problem: for i: (for j: t[i] += a[i, j] * x[j]); (for j: y[j] += a[i, j] * t[i]) adds the numbers of one row after another, each
//          addition waiting for the one before; sums of several rows at a time would not wait, and keep their bits.
// Takes:   a simplified function at Level::Scheduling, after the checks have left the loops.
// Gives:   the same function, where such a loop over i goes through its iterations in strips of a few: the loop of the sums for all of
//          a strip, then that of the rest for all of the strip, while the rows are still in the cache. An inner loop that does both,
//          for j: s[j] += r[i] * a[i, j]; q[i] += a[i, j] * p[j], becomes two.
// Leaves:  loops whose parts share a variable, or an array in which one iteration may reach what another one does.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function distribute_rows(const ir::Function& function);

}  // namespace unpython::transform
