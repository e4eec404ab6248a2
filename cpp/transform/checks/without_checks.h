// Copies of code without checks that are proven in front of it.
#pragma once
#include <vector>

#include "ir/rewrite.h"

namespace unpython::transform {

struct CheckedSubscript {
  ir::ArrayId array;
  int dimension = 0;
  ir::ExprId index;
};

/// Leaves out the checks of these subscripts, and their wraps: none of them is negative.
class WithoutChecks : public ir::Rewriter {
 public:
  WithoutChecks(ir::Function& function, const std::vector<CheckedSubscript>& proven) : Rewriter(function), proven_(proven) {}
  ir::ExprId expr(ir::ExprId id) override;
  ir::Block stmt(ir::StmtId id) override;

 private:
  [[nodiscard]] bool is_proven(ir::ArrayId array, int dimension, ir::ExprId index) const;
  const std::vector<CheckedSubscript>& proven_;
};

}  // namespace unpython::transform
