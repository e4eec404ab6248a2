// Invariants of the IR, each with its own message.
#pragma once
#include <string>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

/// Broken invariants, empty if the function is sound.
[[nodiscard]] std::vector<std::string> verify(const Function& function);
/// Throws InternalError naming `stage`, the first broken invariant and the printed IR.
void check(const Function& function, const std::string& stage);

}  // namespace unpython::ir
