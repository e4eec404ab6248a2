// Gives parallel loops to the work items of a device.
//
// Takes: a function at Level::Scheduling whose Parallel marks are settled and whose reductions are taken
//        apart.
// Gives: the same function, where the outermost Parallel loop of each nest, and the loops that follow it as
//        the whole body of the one before and may run in any order too, are Grid loops: at most three, of
//        which the last one becomes dimension x. Of more loops the outer ones become one loop over all their
//        iterations. A Parallel loop in one that it depends on, `range(i + 1)`, is one of the box around both,
//        `for i in grid(n): for j in grid(n): if j < i + 1`, and `range(i, n)` too, `if j >= i`: neighbours in memory
//        stay neighbours, rows and columns stay apart. Parallel loops that stay inside run in order on one
//        work item, as do vector loops; their registers are private arrays. A loop
//        whose variables are needed outside after all runs in order.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function map_grid(const ir::Function& function);

/// A nest of loops that may all run in any order, outermost first, as Grid loops. Their bodies are those of
/// the nest.
[[nodiscard]] ir::StmtId grid_of(ir::Function& function, const std::vector<ir::StmtId>& nest);

/// The loops from `root` inwards, each the whole body of the one before, that may run in any order and whose
/// extents are known before the first; `root` itself is taken to be one.
[[nodiscard]] std::vector<ir::StmtId> free_nest(const ir::Function& function, ir::StmtId root);

}  // namespace unpython::transform
