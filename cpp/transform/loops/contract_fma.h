// Chooses fused multiply-adds, once for every device: back ends never contract on their own.
//
// Takes: a function of any level.
// Gives: the same function with float and complex expressions x * y + c, c + x * y, x * y - c and c - x * y as one Fma,
//        which rounds once. Of two products the left one is fused. Only what stands in one expression is,
//        after simplify has put there what is assigned to a variable and read once. Not run in fp=strict. In fp=fast a
//        sum of products that is added to something is added product by product: `s + (a * b + c * d)` then is
//        fma(a, b, fma(c, d, s)), which a matrix unit has.
#pragma once
#include "ir/function.h"
#include "unpython/options.h"

namespace unpython::transform {

[[nodiscard]] ir::Function contract_fma(const ir::Function& function, FloatMode fp);

}  // namespace unpython::transform
