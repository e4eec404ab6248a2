// Where scalar variables are assigned, read and needed: sets, liveness, reads of an earlier iteration's
// value.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>

#include "analysis/text/var_set.h"
#include "ir/function.h"

namespace unpython::analysis {

/// Variables that statements of the block assign, nested ones and loop counters included.
[[nodiscard]] VarSet assigned_variables(const ir::Function& function, const ir::Block& block);
/// Variables that expressions of the block read.
[[nodiscard]] VarSet read_variables(const ir::Function& function, const ir::Block& block);
/// Variables whose value from before the block may be read in it ("upward exposed").
[[nodiscard]] VarSet exposed_variables(const ir::Function& function, const ir::Block& block);
/// Variables that each run of the block to its end, or to a `continue` of the loop it is the body of,
/// assigns.
[[nodiscard]] VarSet always_assigned(const ir::Function& function, const ir::Block& block);
/// True if the expression reads the variable.
[[nodiscard]] bool reads_variable(const ir::Function& function, ir::ExprId expr, ir::VarId variable);
/// True if the expression reads one of `variables`.
[[nodiscard]] bool reads_any(const ir::Function& function, ir::ExprId expr, const VarSet& variables);
/// What changes from iteration to iteration of a loop: its counter, and all that its body assigns.
[[nodiscard]] VarSet changing_in(const ir::Function& function, const ir::For& loop);
/// True if the expression reads no variable that changes, and no element: it has one value throughout.
[[nodiscard]] bool is_fixed(const ir::Function& function, ir::ExprId expr, const VarSet& changing);
/// True if it asks for no extent of an array that may be allocated anew: those of arguments stay.
[[nodiscard]] bool keeps_extents(const ir::Function& function, ir::ExprId expr);
/// All of the expressions are fixed.
[[nodiscard]] bool are_fixed(const ir::Function& function, std::span<const ir::ExprId> exprs, const VarSet& changing);

/// For each statement, the variables whose value may still be read after it.
class Liveness {
 public:
  explicit Liveness(const ir::Function& function);
  [[nodiscard]] bool live_after(ir::StmtId stmt, ir::VarId variable) const;
  /// `copy` takes the place of `original`: what is needed after it is the same.
  void inherit(ir::StmtId copy, ir::StmtId original);
  /// Counters of all For loops that the function had.
  [[nodiscard]] const VarSet& counters() const { return counters_; }

 private:
  std::unordered_map<int32_t, VarSet> after_;
  VarSet counters_;
};

/// No variable that the body of a For assigns is read by another of its iterations or after the loop.
[[nodiscard]] bool is_private(const ir::Function& function, const Liveness& live, ir::StmtId loop);

}  // namespace unpython::analysis
