// One accumulation of a loop while it is taken apart: its private variables, identity and combination.
#pragma once
#include <vector>

#include "analysis/text/reductions.h"
#include "ir/builder.h"

namespace unpython::transform {

inline constexpr int64_t kLeaf = 512;  ///< iterations of a leaf of the summation tree
inline constexpr int64_t kLanes = 32;  ///< partial results of a leaf
inline constexpr int64_t kTreeLevels = 56;  ///< above leaves: 2^63 iterations are fewer than 2^56 leaves

struct Part {
  analysis::Reduction reduction;
  ir::VarId result;   ///< the user's variable; for an element, a variable that stands for it after the loop
  ir::VarId value;    ///< private stand-in for the accumulator inside the loop
  ir::ArrayId lanes;  ///< kLanes partial results; invalid if the leaf keeps one, in `value`
  ir::VarId updated;  ///< Bool: some iteration of the leaf has assigned it; invalid if that need not be known
  ir::VarId reset;    ///< Bool: a NaN has cut off everything before it (Contest::Keep of floats)
  std::vector<ir::VarId> companions;  ///< private stand-ins, in the order of the reduction's companions
  bool direct = false;  ///< the one update goes straight into the lane, without an item in between
};

/// Its result depends on the order of combination: a float or complex sum or a float product.
[[nodiscard]] bool needs_tree(const analysis::Reduction& reduction);
/// Partial results of interleaved iterations combine to the exact result of iterations in order, but for what
/// `zeros_show_order` says.
[[nodiscard]] bool may_interleave(const analysis::Reduction& reduction);
/// Where the result is zero, its sign tells which of equal operands came last.
[[nodiscard]] bool zeros_show_order(const analysis::Reduction& reduction);
/// Of an Extremum: of equal values the first one stays.
[[nodiscard]] bool first_wins(const analysis::Reduction& reduction);
/// The value that changes nothing when it is combined with another.
[[nodiscard]] ir::ExprId identity(ir::Builder& build, const analysis::Reduction& reduction);
/// left op right, `left` being the earlier one; not for LastValue and not for an Extremum that needs flags.
[[nodiscard]] ir::ExprId combine(ir::Builder& build, const analysis::Reduction& reduction, ir::ExprId left,
                                 ir::ExprId right);
/// A Part with fresh private variables.
[[nodiscard]] Part make_part(ir::Function& function, const analysis::Reduction& reduction);

}  // namespace unpython::transform
