// Makes one store of the two that a branch and its other side end in.
//
// Problem: if s == t: h[i, j] = h[i - 1, j - 1] + 1 else: h[i, j] = max(h[i - 1, j], h[i, j - 1]) jumps where numbers say at random,
//          and no later pass sees that each iteration stores what the next one loads.
// Takes:   a scheduled function: each subscript is within bounds where its statement runs.
// Gives:   the same function, where a branch inside a loop whose two sides are one store each, to the same element, of values that
//          cost little, is one store of a Select. Both values may be computed: their loads lie within the arrays whichever side runs,
//          because each subscript is that of an access that always happens, or lies between 0 and one of those.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function join_stores(const ir::Function& function);

}  // namespace unpython::transform
