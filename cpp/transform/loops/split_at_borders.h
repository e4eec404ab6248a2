// Vector loops whose subscripts are held within an array run their inner iterations without it.
//
// Problem: a[min(max(j - 1, 0), n - 1)], a[(j + 1) % n] and a[j - 1], which may count from the end, load element by element, though
//          only few iterations change the subscript.
// Takes:   a scheduled function.
// Gives:   the same function. The iterations in which no minimum, maximum, remainder or end of an array changes counter + c run a copy
//          of the body without it, whose lanes load neighbours:
//
//            for part in range(3):
//              if part == 1: for lane in vector(last - first): a[first + lane - 1] ...
//              else: for lane in vector(first or n - last): the body as it was, from 0 or from last
//
// Leaves:  bounds that the loop changes, or that may be so large that a difference overflows; loops with `break`.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function split_at_borders(const ir::Function& function);

}  // namespace unpython::transform
