// What a loop costs as the innermost one of its perfect nest; see loop_order.h.
#pragma once
#include <span>
#include <vector>

#include "analysis/call/nest.h"
#include "ir/function.h"

namespace unpython::cost {

/// Cost of an iteration for each loop of `chain` (indices into Nest::loops, the outermost first), in cache lines.
[[nodiscard]] std::vector<double> innermost_costs(const ir::Function& function, const analysis::Nest& nest,
                                                  std::span<const int> chain);

}  // namespace unpython::cost
