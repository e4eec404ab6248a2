// Makes small arrays of iterations into registers or memory of the work item.
//
// Takes:  a function at Level::Scheduling whose Parallel marks are settled.
// Gives:  the same function, where a Heap array of a few elements, their number known, that an outermost
//         Parallel loop allocates in its body and nothing outside uses, is Private: each iteration has its
//         own.
// Leaves: arrays that are updated atomically, and larger ones.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function own_local_arrays(const ir::Function& function);

}  // namespace unpython::transform
