// Code of one leaf: consecutive iterations of a reduced loop (kLeaf where it is one of a tree) and the partial results they give.
#pragma once
#include <optional>
#include <vector>

#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {

/// How a leaf runs its iterations. Sums come out the same either way.
enum class LeafForm : uint8_t {
  Vector,   ///< kLanes at a time; all accumulators are kept per lane
  Ordered,  ///< one after the other; only sums are kept per lane
};

/// The form that a loop body and its reductions allow, and that is worth while.
[[nodiscard]] LeafForm leaf_form(const ir::Function& function, const ir::Block& body,
                                 const std::vector<Part>& parts);

/// Prepares `parts` for the form (lane arrays, direct updates) and returns the statements that run iterations
/// first .. min(first + length, extent) - 1 of `loop`, whose body is free of its own `continue`; afterwards
/// part.value (and flags and companions) hold the leaf's results. `first` and `extent` are Int64 expressions
/// that do not change.
[[nodiscard]] ir::Block build_leaf(ir::Function& function, const ir::For& loop, std::vector<Part>& parts,
                                   LeafForm form, ir::ExprId first, ir::ExprId extent,
                                   int64_t length = kLeaf);

/// The same for a loop of at most `lanes` iterations (a power of two), each of which has a lane: none where the form is not
/// Vector, or an iteration may raise. Other lanes would add what changes nothing, so the sum is the whole tree's.
[[nodiscard]] std::optional<ir::Block> build_few(ir::Function& function, const ir::For& loop,
                                                 std::vector<Part>& parts, ir::ExprId extent, int64_t lanes);

/// The one update is `acc = acc op e`, not inside a loop, so that adding to the lane equals adding an item of
/// one term.
[[nodiscard]] bool is_direct(const ir::Function& function, const ir::Block& body, const Part& part);

/// The loop body with the accumulators replaced by their private stand-ins, for loops without leaves.
[[nodiscard]] ir::Block privatized(ir::Function& function, const ir::Block& body,
                                   const std::vector<Part>& parts);

}  // namespace unpython::transform
