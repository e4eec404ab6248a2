// Static estimate of the time a block takes, as an expression that the program evaluates at the entry of a
// loop.
//
// The unit is one scalar operation (about a third of a nanosecond). Trip counts are taken from the loops'
// extents; where an extent depends on an enclosing counter, that counter is taken half way, and where it
// depends on data or on variables that the block assigns, a fixed guess is used.
#pragma once
#include <span>

#include "ir/builder.h"

namespace unpython::cost {

/// Operations worth one chunk of a parallel loop: below about this much work, waking a thread costs more than
/// it saves.
inline constexpr int64_t kChunkWork = 24000;
/// A vector loop does so many operations in the time of one operation of another loop.
inline constexpr int64_t kVectorGain = 8;
/// Memory does not get quicker by as much: each access of a vector loop counts as so many more operations.
inline constexpr int64_t kVectorAccess = 2;

/// The operations of a block without those of loops inside it; branches count with all their statements.
[[nodiscard]] int64_t own_operations(const ir::Function& function, const ir::Block& block);
/// Int64 expression: the work of one iteration of `loops.back()`, at least 1. `loops` are nested For
/// statements, outermost first; the expression reads only what is known before the first.
[[nodiscard]] ir::ExprId work_of_iteration(ir::Function& function, std::span<const ir::StmtId> loops);
/// Int64 expression: fewest iterations of `work` operations that are worth a chunk, at least 1.
[[nodiscard]] ir::ExprId grain_for(ir::Function& function, ir::ExprId work);

}  // namespace unpython::cost
