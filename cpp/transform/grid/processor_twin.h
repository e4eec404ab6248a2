// A kernel as a function of its own for the processor.
//
// Problem: a kernel of one work item walks a long loop far slower than a processor does, and a nest of which not one
//          iteration fits into the memory of a device has to run somewhere; a processor may run a part of a nest beside
//          the device.
// Choice:  arrays and scalars of the kernel are the parameters, in its order, then of each Grid loop how many iterations
//          the part has and where it begins. These loops are Parallel, so that the passes and the code
//          generator of the processor take it like any other function. Reductions were taken apart before: both sides add in
//          the same order. Error sites keep their numbers.
#pragma once
#include "ir/function.h"
#include "kernel/launch.h"

namespace unpython::transform {

/// It runs on one work item, whatever the numbers of the call.
[[nodiscard]] bool is_on_one_item(const ir::Function& function, const kernel::Kernel& kernel);

/// A part may begin elsewhere than at 0 along the Grid loop of this depth: not where the extent is a small constant, which the
/// twin knows and does not ask for.
[[nodiscard]] bool may_be_cut(const ir::Function& function, const kernel::Kernel& kernel, size_t depth);

/// At Level::Scheduling. `kernel` has Grid loops.
[[nodiscard]] ir::Function processor_twin(const ir::Function& function, const kernel::Kernel& kernel);

}  // namespace unpython::transform
