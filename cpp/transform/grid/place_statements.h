// Decides for the statements between kernels where they run.
//
// Takes:  a function after map_grid.
// Gives:  the same function, where what is left for the host only computes scalars, asks for extents, reads
//         single elements, allocates, raises, returns, and steps through the loops and branches around
//         kernels. Everything else is a kernel: a loop whose iterations may run in any order as a Grid loop,
//         other loops and stores as Grid loops of one iteration, neighbouring ones together. What such a
//         kernel computes for later reaches the host through arrays of one element; a return inside of it ends
//         it, and the host returns.
// Leaves: loops that hold a kernel or allocate: the host steps through these, a turn of which is a launch or an
//         allocation. So no loop over elements is left to it.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function place_statements(const ir::Function& function);

}  // namespace unpython::transform
