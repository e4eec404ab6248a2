// Splits loops where a subscript stops to be negative.
//
// Problem: `x[i - 1]` is the last element at 0 and a neighbour from then on: lanes would gather and scatter for one iteration.
// Takes:   a function whose proven checks have left the loops.
// Gives:   the same function, where an innermost loop of independent iterations with such subscripts is two loops: the first
//          iterations, and all others, whose subscripts do not wrap.
// Leaves:  loops with subscripts that are negative for more than a few iterations, those that are Parallel, whose sums have a tree
//          over all iterations, and those with functions of which vectors give other bits.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function split_at_wraps(const ir::Function& function);

}  // namespace unpython::transform
