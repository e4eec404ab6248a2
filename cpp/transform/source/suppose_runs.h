// Parallel loops in which an inner loop gives a variable its value, if that inner loop runs at all: `for k in range(n): if ...: break`,
// and then k.
//
// Takes: a function as written.
// Gives: such a loop twice, where the inner range is the same in all iterations: `if n > 0`, with the inner loop known to run at
//        least once, so that each iteration has a value of its own; else as it is, in order. Only loops whose iterations would
//        keep values otherwise and then do not, and that make no arrays.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function suppose_runs(const ir::Function& function);

}  // namespace unpython::transform
