// What a user is told once per function and cause: fallbacks and loops that may race.
#pragma once
#include "bindings/function_state.h"

namespace unpython::bindings {

/// Strict: throws DeviceError when the call asks for a GPU.
void refuse_fallback_if_strict(const FunctionState& function, const EffectiveOptions& options);

/// Warns about what a new plan found. Throws Python's exception when warnings are errors.
void warn_about(FunctionState& function, const Entry& entry, const driver::Plan& plan);

}  // namespace unpython::bindings
