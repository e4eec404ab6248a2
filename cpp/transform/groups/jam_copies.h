// Statements for several iterations of a loop at once: each statement for all of them, before the next one.
//
// Takes: statements of one iteration, which is independent of the others, and where the counter stands in each copy.
// Gives: the same for all copies. What no copy does differently is done once. A loop that all copies run alike stays one
//        loop, with the copies inside; a branch that they may take differently is copied whole. All that is loaded for a
//        store is loaded before the first copy stores.
#pragma once
#include <optional>
#include <set>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {

/// What differs between iterations that `counter` tells apart.
class Varying {
 public:
  /// None where the statements have loops that iterations run differently, or leave, or memory of their own.
  [[nodiscard]] static std::optional<Varying> find(const ir::Function& function, const ir::Block& statements,
                                                   ir::VarId counter);

  [[nodiscard]] bool is(ir::VarId variable) const { return variables_.contains(variable); }
  [[nodiscard]] bool is(ir::ExprId expr) const;
  [[nodiscard]] std::vector<ir::VarId> variables() const { return variables_.members(); }

 private:
  Varying(const ir::Function& function, ir::VarId counter) : f_(&function) { variables_.insert(counter); }
  [[nodiscard]] bool add(const ir::Block& statements, bool under_condition);
  [[nodiscard]] bool copes_with(const ir::Block& statements, bool under_condition) const;

  const ir::Function* f_;
  analysis::VarSet variables_;
  std::set<ir::ArrayId> stored_;
};

/// `statements` with the counter at each of `places`. Adds to `function`, to which `varying` belongs.
[[nodiscard]] ir::Block jam_copies(ir::Function& function, const ir::Block& statements, const Varying& varying,
                                   ir::VarId counter, const std::vector<ir::ExprId>& places);

}  // namespace unpython::transform
