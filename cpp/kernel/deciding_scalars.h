// Which numbers of a kernel decide what its launches touch.
#pragma once
#include <cstddef>
#include <vector>

#include "kernel/launch.h"

namespace unpython::kernel {

/// Places in kernel.scalars: those in subscripts, in extents of loops, in conditions of counters, and in integers that may stand
/// there.
[[nodiscard]] std::vector<size_t> deciding_scalars(const ir::Function& function, const Kernel& kernel);

}  // namespace unpython::kernel
