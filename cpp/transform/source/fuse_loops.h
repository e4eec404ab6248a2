// Composes neighbouring loop nests of array expressions (papers/3, 3.2.1).
//
// Takes:  a simplified function as written.
// Gives:  the same function, where two nests made from operations on whole arrays are one if - they run over
//         the same space: their loops have equal extents, as assignments and shape checks tell; - the first
//         may run where the second stands: what is in between needs nothing of it; - iterations that change
//         places share no element that one of them stores (with a subscript that differs in all iterations
//         and is the same in both), and no scalar; - both are marked alike, so that what was parallel stays
//         so; - they touch an array in common, and the loops inside are composed as well. Checks of shapes
//         that are known to hold are gone.
// Leaves: nests whose iterations may raise, and loops that the user wrote. report: what was composed, and for
//         temporaries that are stored by one nest and read by another, why not.
#pragma once
#include "ir/function.h"
#include "transform/source/fusion_report.h"

namespace unpython::transform {

[[nodiscard]] ir::Function fuse_loops(const ir::Function& function, FusionReport& report);

}  // namespace unpython::transform
