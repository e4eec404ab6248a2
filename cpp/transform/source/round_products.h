// Takes products out of sums that run as one chain, so that these products are rounded: contract_fma fuses what stands in one
// expression.
//
// Problem: in `s += x[i] * y[i]` each fused multiply-add waits for the one before, 4 cycles on the processors of today. An addition
//          waits 2 or 3, and the products, which need nothing of each other, are computed beside the chain.
// Takes:   a simplified function, before anything of a call is known: what is fused must not depend on its numbers, nor on the device.
// Gives:   the same function, where `s = s + x * y` in a loop is `p = x * y; s = s + p`, if no two chains of such a sum can run side by
//          side: each loop around runs in order and goes on with the sum, or hands another variable from iteration to iteration.
// Leaves:  sums in parallel loops and in those where only elements of arrays are handed on; products that read the sum.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function round_products(const ir::Function& function);

}  // namespace unpython::transform
