// The kernel of one chunk of a time loop: Group and Item loops (transform/time_loops/join_turns.h).
#pragma once
#include <map>

#include "ir/builder.h"
#include "transform/time_loops/plan_chunks.h"

namespace unpython::transform {

/// Where a chunk has the arrays of the loop that lie in two copies.
struct ChunkCopies {
  std::map<ir::ArrayId, ir::ArrayId> from{};
  std::map<ir::ArrayId, ir::ArrayId> to{};
};

/// Adds the kernel to the function.
[[nodiscard]] ir::StmtId chunk_kernel(ir::Function& function, const TimeLoop& loop, const ChunkPlan& plan, const Chunk& chunk,
                                    const ChunkCopies& copies);

/// How many groups it has.
[[nodiscard]] ir::ExprId chunk_groups(ir::Function& function, const TimeLoop& loop, const Chunk& chunk);

}  // namespace unpython::transform
