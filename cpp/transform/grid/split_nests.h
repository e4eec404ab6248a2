// Makes perfect nests of imperfect ones, so that inner parallel loops become dimensions of a grid.
//
// Takes:  a function at Level::Scheduling whose Parallel marks are settled and whose reductions are taken
//         apart.
// Gives:  the same function, where a Parallel loop whose body holds other loops that may run in any order,
//         and more beside them, is several: cheap assignments in front of an inner loop move into it, and
//         what is left on either side gets a loop of its own. Iterations of a Parallel loop do not depend on
//         one another, so all of one part may run before the next.
// Leaves: bodies that may raise, where scalars or private arrays lead from one part to another, and inner
//         loops of few iterations.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function split_nests(const ir::Function& function);

}  // namespace unpython::transform
