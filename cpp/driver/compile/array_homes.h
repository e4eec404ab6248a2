// Where the arrays of a kernel live, and why: for explain().
#pragma once
#include <vector>

#include "driver/compile/records.h"
#include "ir/function.h"
#include "kernel/group_plan.h"
#include "kernel/launch.h"

namespace unpython::driver {

/// `plan`: how the threads of a group share the kernel; null: each iteration is a thread's own.
[[nodiscard]] std::vector<ArrayHome> array_homes(const ir::Function& function, const kernel::Kernel& kernel,
                                                 const kernel::GroupPlan* plan);

}  // namespace unpython::driver
