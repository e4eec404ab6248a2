// Elements that a loop adds to, in variables while it runs.
//
//   for k in range(n): c[i, j] += a[i, k] * b[k, j]      s = c[i, j]; for k in range(n): s += ..; c[i, j] = s
//
// Takes: a kernel that does not raise and whose arrays share no elements.
// Gives: the same function, where the loop in the body of the grid's innermost loop, alone or behind conditions, assigns
//        variables instead of elements that are the same for all its iterations. For launches in which the loop runs:
//        the element is read and written where it does not, too.
#pragma once
#include "kernel/launch.h"

namespace unpython::transform {

[[nodiscard]] ir::Function keep_sums(const ir::Function& function, const kernel::Kernel& kernel);

}  // namespace unpython::transform
