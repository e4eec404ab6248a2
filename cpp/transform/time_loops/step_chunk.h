// The kernel of one chunk of a time loop: Group and Item loops (transform/time_loops/join_steps.h).
#pragma once
#include <map>

#include "ir/builder.h"
#include "transform/time_loops/plan_steps.h"

namespace unpython::transform {

/// Where a chunk has the arrays of the loop that lie in two copies.
struct StepCopies {
  std::map<ir::ArrayId, ir::ArrayId> from{};
  std::map<ir::ArrayId, ir::ArrayId> to{};
};

/// Adds the kernel to the function.
[[nodiscard]] ir::StmtId step_chunk(ir::Function& function, const StepLoop& loop, const StepPlan& plan, const Chunk& chunk,
                                    const StepCopies& copies);

/// How many groups it has.
[[nodiscard]] ir::ExprId step_groups(ir::Function& function, const StepLoop& loop, const Chunk& chunk);

}  // namespace unpython::transform
