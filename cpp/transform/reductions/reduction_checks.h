// Takes the checks of subscripts out of the body of a reduced loop, so that they can run before it: a leaf
// without checks adds its iterations side by side.
#pragma once
#include "ir/builder.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {

/// Bool expression: the check raises.
[[nodiscard]] ir::ExprId is_outside(ir::Builder& build, const ir::CheckIndex& check);
[[nodiscard]] bool holds_checks(const ir::Function& function, const ir::Block& body);
/// The checks of an iteration need nothing that the loop accumulates, and it leaves nothing behind but that:
/// so it does not matter whether iterations before a failing one have run.
[[nodiscard]] bool checks_may_come_first(const ir::Function& function, const ir::Block& body,
                                         const std::vector<Part>& parts);
/// The checks of a body for which `checks_may_come_first` holds, with what leads to them; and the body
/// without them.
[[nodiscard]] ir::Block only_checks(ir::Function& function, const ir::Block& body);
[[nodiscard]] ir::Block without_checks(ir::Function& function, const ir::Block& body);

}  // namespace unpython::transform
