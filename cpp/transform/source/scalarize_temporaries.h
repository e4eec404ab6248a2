// Turns local arrays that live within one iteration of the loops that fill them into scalars (papers/3:
// scalarization).
//
// Takes:  a function as written, after fuse_loops.
// Gives:  the same function, where a Heap array is a variable if one iteration stores an element before it
//         reads that element, at the same subscripts, and nothing else uses the array. A Heap array that
//         nothing reads is gone with its stores and the loops that they leave empty.
// Leaves: arrays that results own, and those whose extents are asked for. report: each array that is gone.
#pragma once
#include "ir/function.h"
#include "transform/source/fusion_report.h"

namespace unpython::transform {

[[nodiscard]] ir::Function scalarize_temporaries(const ir::Function& function, FusionReport& report);

}  // namespace unpython::transform
