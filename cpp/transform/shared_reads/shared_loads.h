// How many loads iterations of a grid have in common when one work item runs several of them.
#pragma once
#include "kernel/launch.h"

namespace unpython::transform {

/// Elements that `copies` iterations load which stand `step` apart along the loop of `counter`, each once; those of a loop
/// count as often as it turns.
[[nodiscard]] double count_loads(const ir::Function& function, const ir::Block& statements, ir::VarId counter,
                                 int64_t copies, int64_t step);

}  // namespace unpython::transform
