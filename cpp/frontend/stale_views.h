// Names of parts of an array whose owner has been given a new value: what they name is gone.
#pragma once
#include "frontend/infer_types.h"
#include "frontend/reasons.h"
#include "frontend/resolved.h"
#include "frontend/webs.h"

namespace unpython::frontend {

/// Reports uses of a view, by a name of its own, that may come after its owner was given a new array.
void check_stale_views(const resolved::Function& function, const Webs& webs, const Types& types,
                       Mistakes& mistakes);

}  // namespace unpython::frontend
