// How the threads of a device would read what the rows of a nest add up.
#pragma once
#include <vector>

#include "ir/function.h"

namespace unpython::transform {

/// `rows` are loops around `inner`, outermost first. True: with a thread for each iteration of the last of them, the loop inside
/// it reads elements of which each thread has its own, far from those of the next thread; lanes that share a row read
/// neighbours. False: all threads read the same elements, or neighbours, and lanes gain nothing.
[[nodiscard]] bool rows_lie_apart(const ir::Function& function, const std::vector<ir::StmtId>& rows,
                                  const ir::For& inner);

}  // namespace unpython::transform
