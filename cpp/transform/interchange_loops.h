// Puts the loops of perfect nests in the order that suits memory and threads.
//
// Takes:  a simplified function at Level::Scheduling.
// Gives:  the same function. Where several loops, each the whole body of the one before, may all be
//         reordered and none bounds another, the one with the most neighbouring elements is innermost, and
//         of the others Parallel loops are outside. Marks go with their loops.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function interchange_loops(const ir::Function& function);

}  // namespace unpython::transform
