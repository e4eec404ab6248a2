// The accesses of a nest as a table for people, with the groups that they lie in on a device.
#pragma once
#include <functional>
#include <span>
#include <string>

#include "analysis/call/nest.h"
#include "analysis/text/loop_facts.h"
#include "driver/report/group_report.h"
#include "footprint/placement.h"
#include "unpython/export.h"

namespace unpython::driver {

/// One line for each loop, access and group; stable, for dumps and golden tests. `variables`: the user's, one
/// for each loop of the nest; the numbers of the table belong to counters from 0, which are named after them.
/// `placed`: where an array of `groups` lies.
[[nodiscard]] UNPYTHON_API std::string print_accesses(
    const analysis::Nest& nest, const ir::Function& function,
    std::span<const analysis::LoopVariable> variables, const NestGroups& groups,
    const std::function<footprint::PlacedArray(ir::ArrayId)>& placed);

}  // namespace unpython::driver
