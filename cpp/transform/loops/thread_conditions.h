// Lets `and` leave a loop or a branch at its first part.
//
// Problem: `while j >= 0 and a[j] > x` is t = j >= 0; if t: t = a[j] > x; then t is tested again: two branches for each iteration.
// Takes:   a scheduled function.
// Gives:   the same function, where t = c; if t: (..., t = d) is if c: (..., t = d) else: t = False. What tests t next then knows one of
//          its values, and the code generator goes there at once. `or` likewise: t = c; if not t: t = d.
// Leaves:  branches that read t before they assign it, or may go on elsewhere: t has its first value there.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function thread_conditions(const ir::Function& function);

}  // namespace unpython::transform
