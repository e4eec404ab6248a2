// The adjacent-pair tree over the leaves of a reduction: (l0 op l1) op (l2 op l3) ..., an odd last one passed
// up.
#pragma once
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {

/// Who adds the nodes of the tree above the leaves. The sums are the same.
enum class TreeForm : uint8_t {
  InOrder,   ///< one thread
  Parallel,  ///< Parallel loops, for devices: one thread would take longer than all leaves together
};

/// Combines partials[0 .. leaves-1] in place; partials[0] is the result. `leaves` is an Int64 expression, at
/// least 1.
[[nodiscard]] ir::Block pair_tree(ir::Function& function, const analysis::Reduction& reduction,
                                  ir::ArrayId partials, ir::ExprId leaves, TreeForm form);

/// The same tree for leaves that come one after the other: `stack` holds the roots of the finished subtrees,
/// as the bits of the number of leaves say.
struct PairStack {
  ir::ArrayId stack;
  ir::VarId root;  ///< scratch, and the result of `finish`
};
[[nodiscard]] PairStack make_pair_stack(ir::Function& function, const analysis::Reduction& reduction);
/// Adds leaf number `index` with the given value.
[[nodiscard]] ir::Block push_leaf(ir::Function& function, const analysis::Reduction& reduction,
                                  const PairStack& stack, ir::ExprId index, ir::ExprId value);
/// Leaves the root of `leaves` leaves in `stack.root`; the identity if there are none.
[[nodiscard]] ir::Block finish(ir::Function& function, const analysis::Reduction& reduction,
                               const PairStack& stack, ir::ExprId leaves);

}  // namespace unpython::transform
