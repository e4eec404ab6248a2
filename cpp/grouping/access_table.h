// The descriptors of a nest as a table for people: loops, accesses, groups.
#pragma once
#include <string>

#include "analysis/nest.h"
#include "grouping/plan.h"
#include "unpython/export.h"

namespace unpython::grouping {

/// One line for each loop, access and copy, with the names of `function`; stable, for dumps and golden tests.
[[nodiscard]] UNPYTHON_API std::string print_accesses(const NestPlan& plan, const analysis::Nest& nest,
                                                      const ir::Function& function);

}  // namespace unpython::grouping
