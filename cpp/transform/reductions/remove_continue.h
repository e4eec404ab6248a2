// Takes the `continue` statements of one loop body away, so that code can be added at the end of an
// iteration.
//
// What follows an If that may continue moves into its other branch; it is copied only where both branches may
// fall through. `continue` of inner loops stays.
#pragma once
#include "ir/function.h"

namespace unpython::transform {

[[nodiscard]] ir::Block remove_continue(ir::Function& function, const ir::Block& body);

}  // namespace unpython::transform
