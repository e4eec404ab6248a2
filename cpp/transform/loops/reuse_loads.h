// An element that is loaded in front of a loop is not loaded again in each of its iterations.
//
// Problem: for w in range(c, weights[i] - 1, -1): best[w - weights[i]] has a subscript that depends on data, as far as an
//          analysis of the loop sees: its check stays, and the loop is not run in vectors.
// Takes:   a simplified function.
// Gives:   the same function. Where an assignment in front of a For loads an element that the loop, too, loads, a variable has
//          it for both, unless something between or inside stores to the array or assigns a variable of the subscripts. The element
//          is loaded where it always was, so that nothing new can be out of bounds.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function reuse_loads(const ir::Function& function);

}  // namespace unpython::transform
