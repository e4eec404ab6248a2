// A kernel of scheduled IR as CUDA or OpenCL source.
#pragma once
#include <string>

#include "codegen/c_family/dialect.h"
#include "kernel/launch.h"

namespace unpython::codegen {

/// A complete translation unit with the one kernel, whose parameters are in the order that kernel/parameters.h says. The
/// same arithmetic as on the CPU: integers wrap, nothing is contracted or reordered. Lines of the program are
/// named in comments.
[[nodiscard]] std::string print_kernel(const ir::Function& function, const kernel::Kernel& kernel,
                                       const kernel::Layout& layout, const Dialect& dialect);

/// Of a group, what the launch gives: its local memory where that is more than a text may declare.
[[nodiscard]] int64_t dynamic_local_bytes(const kernel::GroupPlan& plan, const Dialect& dialect);

}  // namespace unpython::codegen
