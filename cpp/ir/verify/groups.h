// The rules of Group and Item loops (ir/groups.h), for the verifier.
#pragma once
#include <string>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

/// What breaks them, for a function whose nodes are right one by one.
[[nodiscard]] std::vector<std::string> group_problems(const Function& function);

}  // namespace unpython::ir
