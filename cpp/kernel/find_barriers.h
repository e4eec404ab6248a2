// Where the threads of a group have to meet between its Item nests.
//
// Choice: what was touched since the threads met last is followed through the statements; a nest that touches
//         it too, with a store on either side, has a barrier in front of it. Loops are followed until nothing
//         new comes from their ends. Arrays count as a whole.
#pragma once
#include <map>
#include <set>

#include "kernel/group_plan.h"

namespace unpython::kernel {

/// By the statement that each stands in front of. `body`: of the innermost Group loop. `in_memory`: Item arrays that lie in
/// local memory.
[[nodiscard]] std::map<ir::StmtId, Barrier> find_barriers(const ir::Function& function, const ir::Block& body, bool disjoint,
                                                          const std::set<ir::ArrayId>& in_memory);

}  // namespace unpython::kernel
