// Makes a function easier to read for the passes that follow, without changing what it computes.
//
// Takes:  a function of either level.
// Gives:  the same function, where - a use of a variable whose value is known there to be a constant, another
//         variable, or a small sum or product of integers is replaced by that value: after `i = k`, a[i]
//         reads a[k], so that subscripts and bounds become expressions of loop counters; - expressions are
//         folded (constants, exact identities, x + -0.0); - index checks that repeat one already passed are
//         gone, as are assignments that nothing reads, branches on a constant or that assign the same either way, loops and
//         branches without a body, and what is never reached.
// Leaves: every store, raise and first check, in order; the loops and their marks.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function simplify(const ir::Function& function);

}  // namespace unpython::transform
