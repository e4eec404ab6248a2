// Removes arrays whose elements follow from their indices (papers/3: index array elimination).
//
// Takes: a simplified function as written.
// Gives: the same function, where a read of an array that was filled once with a cheap function of the index
//        and of scalars that do not change (arange, linspace, eye, zeros, full) is that function. The array
//        stays, unread, for scalarize_temporaries to drop. report: each array that is gone.
#pragma once
#include "ir/function.h"
#include "transform/source/fusion_report.h"

namespace unpython::transform {

[[nodiscard]] ir::Function eliminate_index_arrays(const ir::Function& function, FusionReport& report);

}  // namespace unpython::transform
