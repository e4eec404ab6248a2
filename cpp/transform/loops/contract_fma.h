// Chooses fused multiply-adds, once for every device: back ends never contract on their own.
//
// Takes: a function of any level.
// Gives: the same function with float and complex expressions x * y + c, c + x * y, x * y - c and c - x * y as one Fma,
//        which rounds once. Of two products the left one is fused. Only what stands in one expression is,
//        after simplify has put there what is assigned to a variable and read once. Not run in fp=strict.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function contract_fma(const ir::Function& function);

}  // namespace unpython::transform
