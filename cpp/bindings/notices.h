// What a user is told once per function and cause: fallbacks and loops that may race.
#pragma once
#include "bindings/function_state.h"

namespace unpython::bindings {

/// Warns unless the function has warned of `cause` before. Throws Python's exception when warnings are
/// errors.
void warn_once(FunctionState& function, const std::string& cause, const std::string& text);

/// A loop that was asked to run in parallel turned out, by the data of a call, to have to run in order:
/// warns, or throws RaceError where the options ask for it.
void settle_race(FunctionState& function, const Entry& entry, const analysis::LoopFacts& facts);

/// Warns about what a new plan found. Throws Python's exception when warnings are errors.
void warn_about(FunctionState& function, const driver::Plan& plan);

}  // namespace unpython::bindings
