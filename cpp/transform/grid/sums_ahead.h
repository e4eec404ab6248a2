// Takes sums out of loops that compare them, so that work items share what these read.
//
// Problem: for i in prange: [for c: (d = 0; for k: d += f(a[i, k], b[c, k])); if d < best: ...] has a work item for each i, which reads
//          a row of its own, far from those of its neighbours, once for each c.
// Choice:  for i, c in prange: sums[i, c] = d, which is a contraction as a matrix product is: its tiles share their rows. Then the loop
//          as it was, with sums[i, c] in the place of d. The sums keep their bits.
// Takes:   a function whose checks have left the loops.
// Gives:   the same function; such loops are beside the one above where numbers decide: few additions for each sum, or sums that
//          would take much memory, stay where they are.
// Leaves:  loops that may raise or end before their last iteration, and sums that the loop changes the operands of.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function sums_ahead(const ir::Function& function);

}  // namespace unpython::transform
