// Replaces contractions (matrix products and their kin) by code that works on packed tiles.
//
// Takes: a simplified function whose Parallel marks are settled and whose Level allows schedule marks.
// Gives: the same function; nests that find_contraction knows and that pay are tiled, their tiles a
//        CpuParallel loop unless a Parallel loop is around. A loop that may be reordered is split in front of
//        and behind a contraction in its body. Results are the same to the bit: each element adds in
//        ascending order.
#pragma once
#include "abi/target_info.h"
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function tile_contraction(const ir::Function& function, const abi::TargetInfo& target);

}  // namespace unpython::transform
