// The variables whose arrays a function may return, as they are or as views of them.
#pragma once
#include <set>

#include "frontend/infer_types.h"
#include "frontend/resolved.h"
#include "frontend/webs.h"

namespace unpython::frontend {

[[nodiscard]] std::set<int> returned_webs(const resolved::Function& function, const Webs& webs,
                                          const Types& types);

}  // namespace unpython::frontend
