// Runs triangular nests column by column, all rows of a column at once.
//
// Problem: a nest of this form is a launch for each i and each j:
//            for i in range(n): [for j in range(i): a[i, j] from a sum over k < j]; rest of row i
// Choice:  one loop over steps. Step s runs the rest of row s, then column s + shift of all rows below, in parallel:
//            for step in range(n + first):               # first: how many columns stand in front of the rest of row 0
//              if step >= first: rest(step - first)
//              for row in prange(rows below): columns(row, step - first + shift)
//          Each element is computed as before, to the bit: what is added to it keeps its order.
// Takes:   a function whose checks have left the loops, and the nests that may run so by the numbers of the call
//          (analysis/call/columns.h).
// Gives:   the same function with these nests as above. The notes of the nests say so.
// Leaves:  nests that may raise, and those whose loops run in parallel anyway.
#pragma once
#include <vector>

#include "analysis/call/call_facts.h"
#include "analysis/text/nest_notes.h"
#include "ir/function.h"

namespace unpython::transform {

/// `written`: the function that the facts name the loops of.
[[nodiscard]] ir::Function columns_first(const ir::Function& function, const ir::Function& written,
                                         const analysis::CallFacts& facts, std::vector<analysis::NestNotes>& nests);

}  // namespace unpython::transform
