// Four of the iterations that a lane of a leaf runs (transform/reductions/lane_leaf.h), side by side, where they make one number
// of the bits of their counters that are alike: the place of a block of random numbers, which is computed once for the four.
//
//   for block in range(16): x = numbers((i >> 7 << 5) | (i & 31))[i >> 5 & 3]; s += f(x)        with i = start + lane + block * 32
// becomes
//   for four in range(4): all = numbers(..); x_0 = all[0]; ..; x_3 = all[3]; s += f(x_0); ..; s += f(x_3)
//
// Sums get the same values in the same order.
#pragma once
#include "kernel/launch.h"

namespace unpython::transform {

/// Nothing changes in kernels without such loops.
[[nodiscard]] ir::Function jam_leaves(const ir::Function& function, const kernel::Kernel& kernel);

}  // namespace unpython::transform
