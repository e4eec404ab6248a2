// Names of parts of an array whose owner has been given a new value: what they name is gone.
#pragma once
#include <set>
#include <vector>

#include "frontend/expand/resolved.h"
#include "frontend/infer/infer_types.h"
#include "frontend/infer/webs.h"
#include "frontend/syntax/reasons.h"

namespace unpython::frontend {

struct StaleNames {
  std::set<int> used{};            ///< webs
  std::vector<bool> read_only{};   ///< by array result, as far as there are returns: it is read-only in NumPy
};

/// Names of views (webs) that are used where their owner may have been given a new array: each must keep a
/// copy, unless it is in `owners` already. Reports stores that would tell a copy from what it was copied
/// from, and stores to what is read-only in NumPy. `disjoint`: no two arguments share memory.
[[nodiscard]] StaleNames check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                                           const std::set<int>& owners, bool disjoint, Mistakes& mistakes);

}  // namespace unpython::frontend
