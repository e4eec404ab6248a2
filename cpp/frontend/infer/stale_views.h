// What names of views keep that stay when their owner is given a new value, and which results are read-only.
#pragma once
#include <set>
#include <vector>

#include "frontend/expand/resolved.h"
#include "frontend/infer/infer_types.h"
#include "frontend/infer/webs.h"
#include "frontend/syntax/reasons.h"

namespace unpython::frontend {

struct CheckedViews {
  /// Webs of views that are used where their owner may have been given a new array: each must keep a copy.
  std::set<int> stale{};
  std::vector<bool> read_only_results{};  ///< by array result, as far as there are returns: it is read-only in NumPy
};

/// `owners`: webs that keep copies already. Reports stores that would tell a copy from what it was copied from, and stores to what is
/// read-only in NumPy. `disjoint`: no two arguments share memory.
[[nodiscard]] CheckedViews check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                                           const std::set<int>& owners, bool disjoint, Mistakes& mistakes);

}  // namespace unpython::frontend
