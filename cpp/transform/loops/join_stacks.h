// Makes one list of those that grow and shrink together.
//
// Problem: a function that calls itself keeps the names that it reads after a call in a list each (_writing/functions/recursion.py):
//          each of them is asked for room, and for an item, at each call.
// Takes:   a scheduled function.
// Gives:   the same function, where lists of k items of one type that are made, grow by one and lose their last item at the same places
//          are one list of k times the length, whose item i of n items lies at k n + i.
// Leaves:  lists that anything else looks at, and what is raised where there is no item.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function join_stacks(const ir::Function& function);

}  // namespace unpython::transform
