// Reads the matrix of a product with a vector the way it lies in memory.
//
// Takes: a simplified function at Level::Scheduling, contractions already tiled.
// Gives: the same function. A loop that find_vector_product knows becomes a loop over blocks of its results,
//        a CpuParallel loop if it was Parallel and no such loop is around: - neighbours along the results (x
//        @ a): the sums of a block wait in a local array while several rows of the matrix at a time are added
//        to all of them; - neighbours along the depths (a @ x): squares of the matrix are read row by row and
//        turned over in registers, so that a vector of sums gets one depth after another. Results are the
//        same to the bit: each sum adds its depths in ascending order.
#pragma once
#include "abi/target_info.h"
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function block_vector_products(const ir::Function& function, const abi::TargetInfo& target);

}  // namespace unpython::transform
