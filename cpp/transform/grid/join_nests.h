// Makes one kernel of neighbouring kernels over nearly the same space.
//
// Takes:  a function at Level::Scheduled, its loops mapped to grids and its time loops joined.
// Gives:  the same function, where two Grid nests that follow each other and have an array in common are one: an element is
//         loaded from the memory of the device once for both, and one launch is saved. The nest runs over the larger of both
//         spaces, a body in a smaller one behind a test:
//             for i in grid(n - 1): f(a[i])
//             for i in grid(n):     g(a[i])      ->   for i in grid(n): if i < n - 1: f(a[i]); g(a[i])
//         or, where its elements are rather those of the iteration behind it,
//             for i in grid(n - 1): f(a[i + 1])  ->   for i in grid(n): if i >= 1: f(a[i]); g(a[i])
// Leaves: nests that may raise or hold loops or arrays of their own, spaces whose extents differ by an unknown number, nests
//         of which one touches in one iteration what the other stores in another, and those that would take more registers
//         than are worth a load.
// The reports of nests that have an array in common say in `order` whether they are one kernel, and why.
#pragma once
#include <vector>

#include "analysis/text/nest_notes.h"
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function join_nests(const ir::Function& function, std::vector<analysis::NestNotes>& reports);

}  // namespace unpython::transform
