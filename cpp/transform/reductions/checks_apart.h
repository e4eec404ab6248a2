// Parallel loops that check subscripts and update elements together, `h[k[i]] += 1`, are two: the updates, of which each
// iteration leaves out those behind a check that fails, and then the checks of all iterations, which raise. A kernel of
// updates alone cannot raise, so that groups of threads may share its work (transform/groups/share_updates.h); the
// iterations before the failing one have made their updates, as in Python.
//
// Takes:  a function at Level::Scheduling whose reductions are taken apart.
// Leaves: bodies with other stores, with loops, or that read what they update.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Function checks_apart(const ir::Function& function);

}  // namespace unpython::transform
