// How much one launch of a kernel does, roughly: decides whether code that is several times slower is good enough for it.
#pragma once
#include <cstdint>
#include <functional>

#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::cost {

struct LaunchWork {
  double statements = 0;  ///< that all work items together run
  double in_order = 0;    ///< the most that one of them runs, one after the other
};

/// Of the kernel that starts at `root`. `value`: of an expression that is known when the kernel starts. A loop of which
/// nothing is known then has kUnknownTrips, and 8 inside another such loop: often it is a part of that (a leaf of a tree of sums,
/// and its blocks).
[[nodiscard]] UNPYTHON_API LaunchWork launch_work(const ir::Function& function, ir::StmtId root,
                                                  const std::function<int64_t(ir::ExprId)>& value);

}  // namespace unpython::cost
