// Variables that each iteration of a parallel loop increases by the same become formulas of its counter.
//
//   for i in prange(n):  b[k] = a[i];  k += 2        becomes
//   for i in prange(n):  b[k + 2 * i] = a[i]
//   k = k + 2 * n
//
// Problem: an iteration takes the variable from the one before, so the loop would run in order.
// Choice:  the assignment leaves the loop, and what reads the variable adds as many increments as there were. Loops in such a
//          loop are rewritten first: what they add is an increment of the loop around them. Integers wrap either way.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function count_by_formula(const ir::Function& function);

}  // namespace unpython::transform
