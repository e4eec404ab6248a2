// Loops of which only the values of an index array say whether they may run in parallel.
#pragma once
#include <optional>

#include "analysis/call/call_tables.h"
#include "analysis/call/nest.h"
#include "analysis/text/loop_facts.h"
#include "analysis/text/loop_forms.h"

namespace unpython::analysis {

/// What must hold so that a and b, which may meet in loop `p` for all that is known, do not: both subscripts
/// of one dimension come from the value that one integer argument holds for the iteration, by nothing but
/// steps with numbers of the call. Nothing where that is not so.
[[nodiscard]] std::optional<Inspection> inspection_for(const LoopForms& forms, const Nests& nests,
                                                       const Nest& nest, const CallTables& call, int p,
                                                       const MemoryAccess& a, const MemoryAccess& b);

}  // namespace unpython::analysis
