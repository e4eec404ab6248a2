// Least and largest floats of a loop inside a parallel one: they come out the same in any order, so that lanes need not wait for each
// other.
#pragma once
#include <vector>

#include "analysis/text/reductions.h"
#include "ir/function.h"

namespace unpython::transform {

/// `plain`, or, where the loop does nothing but look for extrema of floats: by lanes if it has enough iterations, else `plain`. `loop`'s
/// body is free of its own `continue`; short rows in it are written out.
[[nodiscard]] ir::Block extrema_by_lanes(ir::Function& function, ir::For loop, const std::vector<analysis::Reduction>& reductions,
                                         ir::StmtId plain);

}  // namespace unpython::transform
