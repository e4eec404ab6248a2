// What a user is told once per function and cause: fallbacks and loops that may race.
#pragma once
#include "bindings/function_state.h"

namespace unpython::bindings {

/// Warns unless the function has warned of `cause` before. Throws Python's exception when warnings are
/// errors.
void warn_once(FunctionState& function, const std::string& cause, const std::string& text);

/// Warns about loops that run in order, or are taken at their word.
void warn_about(FunctionState& function, const std::vector<transform::NestReport>& nests);

}  // namespace unpython::bindings
