// The rule on variables that a parallel or vector loop keeps private, as part of the verifier.
#pragma once
#include <string>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

/// Variables assigned inside a CpuParallel or Vector loop have no value at the start of an iteration or after
/// the loop. Reports reads that find no assignment on any path in between.
[[nodiscard]] std::vector<std::string> privacy_problems(const Function& function);

}  // namespace unpython::ir
