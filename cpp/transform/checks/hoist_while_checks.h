// Proves subscripts of a While in bounds once, where its condition bounds a variable that only moves one way.
//
// Problem: while j >= 0 and a[j] > x: a[j + 1] = a[j]; j -= 1 checks three subscripts in each of its iterations, which do little
//          else.
// Takes:   a simplified function.
// Gives:   the same function. A While of straight code changes a variable by constants of one sign; the condition bounds it from
//          the other side. Where the condition holds, up to the next change, the variable lies between its first value and the
//          bound: `if both ends are inside of the arrays: a copy without these checks and wraps, else: the While as it was`.
// Leaves:  a While around loops, and subscripts other than the variable plus a constant.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function hoist_while_checks(const ir::Function& function);

}  // namespace unpython::transform
