// Orders the operands of minima and maxima of integers so that the one which comes last is used last.
//
// Problem: in row[j] = min(row[j] + 1, row[j - 1] + 1, other) the iteration waits for row[j - 1], which the one before has just
//          stored, and then for both minima.
// Takes:   a scheduled function.
// Gives:   the same function: min(min(late, a), b) is min(late, min(a, b)), so that only one operation stands between one iteration
//          and the next. An operand is late if it loads an element of an array that the loop stores at the subscripts which the
//          iteration before stored. Minima and maxima of integers are the same in any order.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function order_extrema(const ir::Function& function);

}  // namespace unpython::transform
