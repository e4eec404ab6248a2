// What a user is told once per function and cause: fallbacks and loops that may race.
#pragma once
#include "bindings/function/function_state.h"

namespace unpython::bindings {

/// Warns through Python's own machinery, so that its filters apply, unless the function has warned of the
/// cause before. Throws Python's exception when warnings are errors.
void warn_once(FunctionState& function, const driver::Notice& notice);

}  // namespace unpython::bindings
