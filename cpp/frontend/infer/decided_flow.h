// What types decide of the flow of expressions: operands that are never evaluated, helpers that always raise.
#pragma once
#include "frontend/expand/resolved.h"
#include "frontend/infer/infer_types.h"

namespace unpython::frontend {

/// Whether what is known of an operand of `and` or `or` keeps the ones behind it from being evaluated. Needs
/// the type of the operand.
[[nodiscard]] bool ends(const resolved::Logical& node, resolved::ExprId operand, const Types& types);

}  // namespace unpython::frontend
