// The kernels of a scheduled function, in the order of the program.
#pragma once
#include <vector>

#include "kernel/launch.h"

namespace unpython::kernel {

/// One for each outermost Grid loop, with what its body reads, stores and raises. Names are those of the
/// function and the line, with a number where several stand in one line.
[[nodiscard]] std::vector<Kernel> find_kernels(const ir::Function& function);

}  // namespace unpython::kernel
