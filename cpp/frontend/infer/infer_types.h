// Types of all expressions and webs of a resolved function, to a fixed point.
#pragma once
#include <map>
#include <set>
#include <vector>

#include "frontend/expand/hints.h"
#include "frontend/expand/resolved.h"
#include "frontend/infer/webs.h"
#include "frontend/syntax/reasons.h"
#include "frontend/types/signature.h"
#include "frontend/types/types.h"

namespace unpython::frontend {

struct Types {
  std::vector<Type> exprs;        ///< by ExprId; Unknown where never reached
  std::vector<Type> webs;         ///< by web
  std::vector<Type> arguments;    ///< parameters, then hidden values
  Type result;                    ///< None, Scalar, Array, or Tuple of these and of tuples
  std::vector<Type> definitions;  ///< by DefinitionId: what it was given
  /// Of calls with numbers of one of several types (alternatives.h): the result for each choice among them, the
  /// last argument's changing first.
  std::map<resolved::ExprId, std::vector<Type>> choices;
  Hints hints;                    ///< how else to expand the program, so that it has fewer mistakes or copies
  std::set<resolved::DefinitionId> in_place;  ///< as build_webs takes it
  std::set<int> resized;                      ///< webs that own lists whose length changes
  std::vector<bool> read_only_results;        ///< by array result: NumPy's is read-only; may be shorter
  std::vector<bool> leaves;                   ///< by StmtId: nothing behind it in its body is reached
  std::set<resolved::ExprId> never_return;    ///< calls of helpers that always raise, by what is known of conditions

  [[nodiscard]] const Type& of(resolved::ExprId id) const { return exprs[static_cast<size_t>(id.value)]; }
};

/// Mistakes are reported once each; what depends on them has type Error. `owners`: webs that get memory of
/// their own for what else they would see of another array.
[[nodiscard]] Types infer_types(const resolved::Function& function, const Webs& webs,
                                const Signature& signature, const std::set<int>& owners, Mistakes& mistakes);

}  // namespace unpython::frontend
