// Takes the accumulations of parallel loops apart, so that their iterations no longer share anything.
//
// Takes: a function whose Parallel marks are settled by order_loops.
// Gives: Parallel loops in which every variable is private and values leave only through arrays. An outermost
//        loop with accumulations becomes a Parallel loop over leaves of 512 iterations; each leaf stores its
//        partial results in Heap arrays, which are combined after the loop: float sums by one tree (32 lanes
//        filled in turn, folded 16 .. 1, leaves by adjacent pairs, the start value last), all else in the
//        order of the leaves, so that the first or last winner, NaN and signed zeros come out as in Python. A
//        loop of which only the last values are read stores them in its last iteration. Inside a loop that
//        runs in order, so few leaves (of no loops) as are not worth a second thread run in place (decided by
//        the extent of each run). Checks of subscripts run before the leaf that they belong to. A parallel
//        loop inside another one sums by the same tree, in order. `h[idx[i]] += e` becomes atomic (integers)
//        or goes to private copies (floats). Loops that can not be taken apart (a raise that depends on an
//        accumulator, an element that is still checked) run in order, and so do float sums in fp=strict; the
//        reports in `nests` note why.
#pragma once
#include <vector>

#include "analysis/text/nest_notes.h"
#include "ir/function.h"
#include "transform/reductions/reduction_tree.h"
#include "unpython/options.h"

namespace unpython::transform {

[[nodiscard]] ir::Function split_reductions(const ir::Function& function, FloatMode fp, TreeForm form,
                                            std::vector<analysis::NestNotes>& nests);

}  // namespace unpython::transform
