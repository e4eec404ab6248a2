// Computes what a loop would read of a temporary again, where that moves fewer bytes.
//
// Problem: for i: (for j: e[i, j] = exp(a[i, j] - m[i]); s += e[i, j]); for i, j: r[i, j] = e[i, j] / s stores e only to read it once:
//          memory is what such loops wait for.
// Choice:  r[i, j] = exp(a[i, j] - m[i]) / s; then no element of e is read by another iteration, and scalarize_temporaries keeps none.
// Takes:   a function whose checks have left the loops.
// Gives:   the same function, in which no later loop reads such temporaries; what they would read has the bits that it had.
// Leaves:  temporaries of several large operands or of functions that take longer than the memory, and those that a loop reads more
//          than once.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function recompute_temporaries(const ir::Function& function);

}  // namespace unpython::transform
