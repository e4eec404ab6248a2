// Loops inside a kernel whose turns a launch knows: where they are few, groups may take them as constants.
#pragma once
#include <vector>

#include "kernel/launch.h"

namespace unpython::kernel {

inline constexpr int64_t kFewTurns = 16;

/// In the order of the program: loops that run in order, as often in all iterations, for as many turns as the host knows.
[[nodiscard]] std::vector<ir::StmtId> loops_of_known_turns(const ir::Function& function, const Kernel& kernel);

/// The function with Layout::turns put in: those loops, and others of as few turns, are Unrolled. The kernel's own loops keep their names.
[[nodiscard]] ir::Function with_known_turns(const ir::Function& function, const Kernel& kernel, const Layout& layout);

/// Statements of the function with loops of as few turns, which they say themselves, Unrolled.
[[nodiscard]] ir::Block with_few_turns(ir::Function& function, const ir::Block& statements);

}  // namespace unpython::kernel
