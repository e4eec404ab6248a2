// Chooses the loops whose iterations run side by side in vector registers.
//
// Takes:  a simplified function at Level::Scheduling: Parallel marks are settled.
// Gives:  the same function. In each nest without checks, the loop that gives the cheapest code (neighbouring
//         elements under neighbouring lanes, few gathers, little divergence) is a Vector loop, on every path
//         from the outermost loop at most one; loops inside it run in order. A Parallel loop around
//         everything that is chosen itself is cut into blocks: a Parallel loop over blocks around a Vector
//         loop.
// Leaves: loops that may not be reordered, loops that other passes have scheduled, loops in which something
//         may raise.
#pragma once
#include "abi/target_info.h"
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function choose_vector_loops(const ir::Function& function, const abi::TargetInfo& target);

}  // namespace unpython::transform
