// Loops over small arrays of a work item's own are written out: where each subscript is then a number, the array lies in
// registers, and else in slow memory.
//
//   for p in range(64): mine[p] = tiles[i, p]
//   for j in range(n):
//     for p in range(64): s += (mine[p] - library[j, p]) ** 2
//
// Takes:  a function of kernels.
// Gives:  the same function, where such loops are Unrolled: loops of few turns and expressions whose counters, with constants, are
//         all that subscripts of a Private array of few elements consist of.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function write_out_own_loops(const ir::Function& function);

}  // namespace unpython::transform
