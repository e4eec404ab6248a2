// A kernel of scheduled IR as CUDA or OpenCL source.
#pragma once
#include <string>

#include "codegen/c_family/dialect.h"
#include "kernel/launch.h"

namespace unpython::codegen {

/// A complete translation unit with the one kernel, whose parameters are in the order that launch.h says. The
/// same arithmetic as on the CPU: integers wrap, nothing is contracted or reordered. Lines of the program are
/// named in comments. `staging` (null: none) of this kernel and layout.
[[nodiscard]] std::string print_kernel(const ir::Function& function, const kernel::Kernel& kernel,
                                       const kernel::Layout& layout, const Dialect& dialect,
                                       const kernel::Staging* staging = nullptr);

}  // namespace unpython::codegen
