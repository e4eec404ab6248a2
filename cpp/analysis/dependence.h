// Which loops may run in parallel, and why not. Never changes the IR.
//
// This is the interface that the exact access analysis will fill; until then a loop the user marked is taken
// at its word where the simple tests here find nothing against it, and an unmarked loop counts as parallel
// only when they prove it. The tests compare subscripts of one array, dimension by dimension, as linear forms
// of the loop counter.
#pragma once
#include <vector>

#include "analysis/loop_facts.h"
#include "analysis/reductions.h"
#include "ir/function.h"

namespace unpython::analysis {

/// Judges one For statement of a function as written (simplified, so that subscripts are forms of counters).
[[nodiscard]] LoopFacts judge_loop(const ir::Function& function, ir::StmtId loop);

/// True if no iteration of an unmarked or marked loop needs another, each with its own copy of the variables
/// it assigns: what vector loops need, which raise in order. Variables assigned inside are not read after the
/// loop. A Parallel mark that order_loops has left counts as proof of independent accesses.
[[nodiscard]] bool has_independent_iterations(const ir::Function& function, ir::StmtId loop);

/// True if, besides, no iteration may raise: then they may run in any order, as after interchange and tiling.
[[nodiscard]] bool may_reorder(const ir::Function& function, ir::StmtId loop);

/// The arrays that iterations of a loop update in common, as judge_loop accepts it.
struct CommonUpdates {
  std::vector<Reduction> elements;
  std::vector<ScatterUpdate> scatters;
};
[[nodiscard]] CommonUpdates common_updates(const ir::Function& function, const Liveness& live,
                                           ir::StmtId loop);

}  // namespace unpython::analysis
