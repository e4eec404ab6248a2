// Which loops may run in any order, from their text alone: for passes, which change the IR after the numbers
// of a call have been looked at (analysis/call/judge.h), and for loops that a call does not reach.
//
// The tests compare subscripts of one array, dimension by dimension, as linear forms of the loop counter.
#pragma once
#include <vector>

#include "analysis/text/loop_facts.h"
#include "analysis/text/reductions.h"
#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::analysis {

/// Judges one For statement of a simplified function; never Inspected, and without a witness. A marked loop
/// is taken at its word where the simple tests find nothing against it, an unmarked one is parallel only when
/// they prove it. Here and below, `live` is that of the function: who asks for many loops makes it once.
[[nodiscard]] LoopFacts judge_loop(const ir::Function& function, const Liveness& live, ir::StmtId loop);
[[nodiscard]] LoopFacts judge_loop(const ir::Function& function, ir::StmtId loop);

/// True if no iteration of an unmarked or marked loop needs another, each with its own copy of the variables
/// it assigns: what vector loops need, which raise in order. Variables assigned inside are not read after the
/// loop. A Parallel mark that order_loops has left counts as proof of independent accesses.
[[nodiscard]] bool has_independent_iterations(const ir::Function& function, const Liveness& live,
                                              ir::StmtId loop);

/// True if, besides, no iteration may raise: then they may run in any order, as after interchange and tiling.
[[nodiscard]] bool may_reorder(const ir::Function& function, const Liveness& live, ir::StmtId loop);

/// True if the text proves that no iteration touches an element of the array that another one stores: `a[i] += x[i]`.
[[nodiscard]] bool has_own_elements(const ir::Function& function, const Liveness& live, ir::StmtId loop,
                                    ir::ArrayId array);

/// The arrays that iterations of a loop update in common, as judge_loop accepts it.
struct CommonUpdates {
  std::vector<Reduction> elements;
  std::vector<ScatterUpdate> scatters;
};
[[nodiscard]] CommonUpdates common_updates(const ir::Function& function, const Liveness& live,
                                           ir::StmtId loop);

}  // namespace unpython::analysis
