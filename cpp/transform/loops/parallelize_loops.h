// Gives parallel loops to the threads.
//
// Takes:  a function whose Parallel marks are settled: every loop so marked may run in any order, and no
//         variable assigned in an outermost one is read after it or by another of its iterations
//         (order_loops, split_reductions).
// Gives:  the scheduled function. The outermost Parallel loop of a nest is CpuParallel with a grain that
//         keeps small loops on one thread; Parallel loops inside it are Sequential. A perfect pair of
//         parallel loops becomes one loop over (outer iteration, block of inner iterations), in the same
//         order, where the outer extent may be too small for the threads: the blocks are as long as the inner
//         loop when the outer extent suffices. A loop whose variables are needed outside after all runs in
//         order.
// Leaves: loops that another pass has scheduled (CpuParallel, Vector, Unrolled).
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function parallelize_loops(const ir::Function& function);

}  // namespace unpython::transform
