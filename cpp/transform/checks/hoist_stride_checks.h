// Proves subscripts that go by a step which only the run knows in bounds once, in front of their loop.
//
// Problem: for j in range(i * i, n, i): composite[j] = 1 checks each j, and looks whether it is negative: `i` is no constant, so that
//          hoist_checks finds no affine form.
// Takes:   a simplified function.
// Gives:   the same function. In an innermost loop in order, a checked subscript offset + counter * factor of values that the loop does
//          not change lies between its first and its last value: `if both are inside and small enough to be computed: a copy without
//          these checks and wraps, else: the loop as it was`. Neither is looked at where the loop would not run.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function hoist_stride_checks(const ir::Function& function);

}  // namespace unpython::transform
