// Elements of an iteration's own that a loop reads at each step, in variables in front of the loop.
//
//   for j in range(n): s += f(x[i] - y[j])           x_here = x[i]; for j in range(n): s += f(x_here - y[j])
//
// Takes: a kernel that does not raise.
// Gives: the same function, where a loop in order of plain assignments, whose turns the launch knows, has no load left like x[i]
//        above: one that follows counters of the grid, and not the loop's. For launches in which those loops run: the element is
//        read where one does not, too, and need not be there.
// Why:   a group that walks the loop has work items beyond the grid. In front of a loop they take the place of one that is
//        there (transform/groups/grid_tiles.h), so that they read what is there.
#pragma once
#include <vector>

#include "kernel/launch.h"

namespace unpython::transform {

struct StillLoads {
  ir::Function function;
  std::vector<ir::ExprId> turns{};  ///< of the loops: each must be above 0
};

[[nodiscard]] StillLoads keep_still_loads(const ir::Function& function, const kernel::Kernel& kernel);

}  // namespace unpython::transform
