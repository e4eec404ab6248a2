// The descriptors of a nest as a table for people: loops, accesses, groups.
#pragma once
#include <span>
#include <string>

#include "analysis/loop_facts.h"
#include "analysis/nest.h"
#include "grouping/plan.h"
#include "unpython/export.h"

namespace unpython::grouping {

/// One line for each loop, access and copy; stable, for dumps and golden tests. `variables`: the user's, one
/// for each loop of the nest; the numbers of the table belong to counters from 0, which are named after them.
[[nodiscard]] UNPYTHON_API std::string print_accesses(const NestPlan& plan, const analysis::Nest& nest,
                                                      const ir::Function& function,
                                                      std::span<const analysis::LoopVariable> variables);

}  // namespace unpython::grouping
