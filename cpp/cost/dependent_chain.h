// How long one iteration of a loop waits for the one before it: the time of a loop that runs in order, which no
// width of a processor makes shorter.
//
// The chain goes through variables that an iteration reads as the one before left them (`s += x`), and through
// elements of arrays that the loop both stores and loads (`x[i] = x[i - 1] / d`). Its length is in cycles of
// today's processors.
#pragma once
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::cost {

/// Of the loop's own statements, without those of loops inside it; 0: no iteration waits for another one. Elements of
/// arrays count as if iterations met in them: ask it of loops that run in order.
[[nodiscard]] UNPYTHON_API double chain_of_iteration(const ir::Function& function, const ir::Block& body);

}  // namespace unpython::cost
