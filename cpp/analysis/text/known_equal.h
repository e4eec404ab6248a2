// Which integer expressions are equal at a point of a block, as far as the statements before it say so:
// assignments, and checks that raise where two extents differ.
#pragma once
#include <utility>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::analysis {

class KnownEqual {
 public:
  /// `function` must live as long; it gets expressions that read variables.
  explicit KnownEqual(ir::Function& function) : function_(&function) {}

  /// Goes past a statement.
  void pass(ir::StmtId id);
  /// Forgets what depends on variables.
  void forget(const analysis::VarSet& changed);
  [[nodiscard]] bool equal(ir::ExprId a, ir::ExprId b) const { return connected(a, b, false); }
  /// Loops of these extents run equally often; a negative extent counts as none.
  [[nodiscard]] bool equal_trips(ir::ExprId a, ir::ExprId b) const { return connected(a, b, true); }

 private:
  [[nodiscard]] bool connected(ir::ExprId a, ir::ExprId b, bool as_trips) const;

  ir::Function* function_;
  std::vector<std::pair<ir::ExprId, ir::ExprId>> pairs_;
};

}  // namespace unpython::analysis
