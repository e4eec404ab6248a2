// Writes out the exchanges of a sorting network, and other loops of constant extents that go through a small local array in order.
//
// Takes:  a simplified function. Its loops may be nested, the inner extents may depend on the counters of outer ones:
//           for turn in range(3): for i in range(5 - turn): if i & 1 == turn & 1: exchange v[i], v[i + 1]
// Gives:  the same function, where each such loop inside another loop is its iterations, one behind the other, if all subscripts
//         of the array are constants then. Loops that copy such an array, or fill it, are written out with it. Checks that
//         constant subscripts of small arrays pass are gone.
// Leaves: loops of which one array keeps another subscript, loops over more elements, and loops that would become long.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function write_out_networks(const ir::Function& function);

}  // namespace unpython::transform
