// Proves at the entry of a loop nest that a guard in it, `if (condition) raise`, cannot fire.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/bounds.h"
#include "ir/builder.h"

namespace unpython::transform {

/// The condition of a guard: an If that holds a Raise and nothing else. Invalid id for another statement.
[[nodiscard]] ir::ExprId guard_condition(const ir::Function& function, ir::StmtId stmt);

class GuardProof {
 public:
  /// `root`: the For at whose entry the conditions are evaluated.
  GuardProof(ir::Function& function, ir::StmtId root);

  /// What must hold at the entry so that `condition` is false wherever it is tested inside `loops` (nested,
  /// outermost first, the root among them). Where counters are compared, their `atoms` must lie within
  /// +-kAtomLimit too. Empty if nothing is known. Without a counter: the condition itself, evaluated early.
  [[nodiscard]] std::optional<ir::ExprId> never_holds(ir::ExprId condition,
                                                      const std::vector<ir::StmtId>& loops,
                                                      std::vector<ir::ExprId>& atoms);

 private:
  [[nodiscard]] std::optional<ir::ExprId> never_compares(const ir::Compare& compare,
                                                         const std::vector<ir::StmtId>& loops,
                                                         std::vector<ir::ExprId>& atoms);
  ir::Function& f_;
  ir::Builder build_;
  analysis::NestBounds bounds_;
  analysis::VarSet changing_;
};

}  // namespace unpython::transform
