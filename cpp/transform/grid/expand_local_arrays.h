// Makes arrays that each iteration of a parallel loop has for itself into one array for all iterations.
//
// Takes:  a function at Level::Scheduling whose Parallel marks are settled.
// Gives:  the same function, where a Heap array that an outermost Parallel loop allocates in its body is
//         allocated before the loop, with the number of the iteration as an additional first subscript.
//         Parallel loops between the two, whose iterations would share it, run in order. Where all iterations
//         would need more than `most_bytes`, the loop runs in parts, one after the other, which take turns
//         with the memory.
// Leaves: arrays whose extents differ between iterations, and those of the highest rank.
#pragma once
#include <cstdint>

#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function expand_local_arrays(const ir::Function& function, int64_t most_bytes);

}  // namespace unpython::transform
