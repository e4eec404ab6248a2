// What a function may return: the statements that end it, and the variables whose arrays they hand over, as they are or
// as views of them.
#pragma once
#include <set>
#include <vector>

#include "frontend/expand/resolved.h"
#include "frontend/infer/infer_types.h"
#include "frontend/infer/webs.h"

namespace unpython::frontend {

/// The `return` statements that are reached, by what types decide of the flow.
[[nodiscard]] std::vector<resolved::StmtId> reached_returns(const resolved::Function& function, const Types& types);

[[nodiscard]] std::set<int> returned_webs(const resolved::Function& function, const Webs& webs, const Types& types,
                                          const std::vector<resolved::StmtId>& returns);

}  // namespace unpython::frontend
