// Subscripts of arrays that lie packed: element first + step k of a dimension stands at place k.
#pragma once
#include "ir/function.h"
#include "kernel/launch.h"

namespace unpython::footprint {

/// The function with the subscripts of one kernel, and of others where they touch the same arrays, divided by
/// the steps of `layout.axes`, which must not be empty. Ids stay what they were. `x[4 * i + 1]` of steps of 4
/// from 1 becomes `x[i]`; what is not a sum of multiples is divided when the kernel runs. `a[i, j]` of rows that grow
/// becomes `a[i, j, i * (i - 1) // 2]`.
[[nodiscard]] ir::Function pack_subscripts(const ir::Function& function, const kernel::Kernel& kernel,
                                           const kernel::Layout& layout);

}  // namespace unpython::footprint
