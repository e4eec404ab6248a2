// Simpler expressions that are equal for every value: constants computed, identities of integers and Bool
// used.
#pragma once
#include "ir/builder.h"

namespace unpython::ir {

/// The expression that `expr` (well typed, not yet in the tables) may be replaced by; an invalid id if there
/// is none.
[[nodiscard]] ExprId fold(Builder& build, const Expr& expr);

}  // namespace unpython::ir
