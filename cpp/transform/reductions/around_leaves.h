// What stands around the leaves of one reduced loop: the number of leaves, and how a result reaches the user's variable or element.
// Internal to the reduction passes.
#pragma once
#include <vector>

#include "ir/builder.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {

[[nodiscard]] std::vector<Part> parts_for(ir::Function& function,
                                          const std::vector<analysis::Reduction>& reductions);
void append(ir::Block& into, const ir::Block& more);

/// Loads of `body` move by neighbours in memory with `column` rather than with `row`, as those of columns of a C
/// array do.
[[nodiscard]] bool are_neighbours(const ir::Function& function, const ir::Block& body, ir::VarId column,
                                  ir::VarId row);

class AroundLeaves {
 public:
  /// `length`: iterations of a leaf.
  AroundLeaves(ir::Function& function, const ir::For& loop, const SourceRange& range, int64_t length = kLeaf);

 protected:
  /// A variable with this value, assigned in front of all that follows.
  ir::ExprId named(const char* name, ir::ExprId value);
  /// Runs `combination` on the result of a part; an element is loaded before and stored after.
  ir::Block with_result(const Part& part, const ir::Block& combination);
  ir::StmtId accumulate(const Part& part, ir::ExprId total);

  ir::Function& f_;
  ir::Builder build_;
  SourceRange range_;
  const ir::Block& body_;  ///< of the loop
  ir::Block result_;
  ir::ExprId extent_;
  ir::ExprId leaves_;

 private:
  [[nodiscard]] bool is_always_updated(ir::ArrayId array) const;
  /// A place that no iteration has updated need not be one of the array.
  ir::ExprId is_inside(const analysis::Accumulator& element);
};

}  // namespace unpython::transform
