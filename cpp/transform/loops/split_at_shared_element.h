// A loop along a row that reads one element of the row itself runs in three parts: before the element, at it, behind it.
//
// Problem: for j in range(n): d[i, j] = min(d[i, j], d[i, k] + d[k, j])
//          d[i, k] changes where j == k. LLVM asks when the loop begins whether a store may meet that load. The answer is always yes, so
//          the whole row runs by single elements. gcc and clang have the same trouble with C.
// Takes:   a scheduled function.
// Gives:   the same iterations in the same order, so that any place to split is right:
//
//            for part in range(3):
//              for j in range(k, 1 or n - k - 1): d[i, first + j] = ...  # first: 0, k or k + 1
//
//          In the first and the last part no store meets the load: LLVM's question is answered with no, and the row runs in vectors.
//          The body is emitted once.
// Leaves:  loops with loops in them, short rows, rows that read two of their elements, and elements whose place the loop changes.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function split_at_shared_element(const ir::Function& function);

}  // namespace unpython::transform
