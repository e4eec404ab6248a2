// What types decide of the flow: `if mode == 'same': ... else: raise ...` for a text that is known.
#pragma once
#include "frontend/expand/resolved.h"
#include "frontend/infer/infer_types.h"

namespace unpython::frontend {

/// Whether nothing behind a statement in its body is reached, by what is known of conditions. Needs the types
/// of the conditions in it.
[[nodiscard]] bool always_leaves(const resolved::Function& function, const Types& types, resolved::StmtId id);

/// Whether what is known of an operand of `and` or `or` keeps the ones behind it from being evaluated. Needs
/// the type of the operand.
[[nodiscard]] bool ends(const resolved::Logical& node, resolved::ExprId operand, const Types& types);

}  // namespace unpython::frontend
