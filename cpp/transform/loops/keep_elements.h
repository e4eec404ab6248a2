// Keeps an element that a loop updates in a variable while the loop runs.
//
// Problem: for k in range(j): a[i, j] -= a[i, k] * a[j, k] waits in each iteration for the store of the one before: LLVM
//          does not see that the other subscripts of the array never reach a[i, j].
// Takes:   a scheduled function.
// Gives:   the same function. An innermost loop in order, which raises nothing, that stores in each iteration to an element whose
//          subscripts do not change, has that element in a variable: it is loaded in front of the loop and stored behind it. So has one
//          that it stores behind a condition only, if the element lies within the array, and within those of one iteration of each
//          loop around whose iterations run side by side: it is written back as it was. All
//          other accesses of the array in the loop have a subscript that is always above or always below the element's, by the
//          bounds of the counters around (j > k above).
// Leaves:  arrays with no other access in the loop, which LLVM keeps in registers itself, but for loops of lanes.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function keep_elements(const ir::Function& function);

}  // namespace unpython::transform
