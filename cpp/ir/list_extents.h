// The variables that hold the lengths of lists.
#pragma once
#include <unordered_map>
#include <unordered_set>

#include "ir/function.h"

namespace unpython::ir {

/// Lists whose length lies in a variable at each place of the code: `n = ...; resize a[n]`, and n changes nowhere else. Programs give
/// no list a negative length.
class ListExtents {
 public:
  explicit ListExtents(const Function& function);
  /// The variable, invalid where there is none.
  [[nodiscard]] VarId of(ArrayId list) const;
  /// How much shorter the value makes a list, if it has items: max(n + -1, 0). 0: that is not known.
  [[nodiscard]] int64_t taken(VarId length, ExprId value) const;
  /// Whether the expression is n - 1.
  [[nodiscard]] bool is_last(VarId length, ExprId index) const;
  [[nodiscard]] bool is_length(VarId variable) const { return variables_.contains(variable); }

 private:
  [[nodiscard]] int64_t added(VarId length, ExprId sum) const;

  const Function& function_;
  std::unordered_map<ArrayId, VarId> lengths_;
  std::unordered_set<VarId> variables_;
};

}  // namespace unpython::ir
