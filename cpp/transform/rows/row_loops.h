// Loops over rows: what distribute_rows and sum_rows_ahead ask of their bodies.
#pragma once
#include "analysis/text/var_set.h"
#include "ir/function.h"

namespace unpython::transform {

/// Assignments, stores, branches and loops in order: nothing raises, leaves or allocates.
[[nodiscard]] bool only_computes(const ir::Function& function, const ir::Block& block);

/// element = ... element ..., of floats, where the subscripts read nothing that is `changing`: each iteration waits for the one
/// before.
[[nodiscard]] bool adds_to_one_element(const ir::Function& function, ir::StmtId id,
                                       const analysis::VarSet& changing);

}  // namespace unpython::transform
