// Loops over short rows that lie one behind the other become one loop.
//
// Problem: image.max(axis=0) of an image of three colours, and image * 2, have an inner loop of three turns, where vectors have
//          eight lanes and more.
// Takes:   a function whose subscripts are checked, in front of the passes that choose tiles, columns and vectors.
// Gives:   the same function, where `for i in range(n): for j in range(3): ... x[k, i, j] ...` is
//          `for c in range(n * 3): ... x[k, 0, c] ...`, if both loops are independent, and the counters stand side by side as
//          subscripts of arrays whose rows have three elements.
// Leaves:  counters that are used otherwise; rows whose length the text of the program does not say.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function join_short_rows(const ir::Function& function);

}  // namespace unpython::transform
