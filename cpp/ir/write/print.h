// Text form of the IR for people, dumps and golden files: deterministic, only what is reachable from the body.
#pragma once
#include <string>

#include "ir/function.h"

namespace unpython::ir {

[[nodiscard]] std::string print(const Function& function);
[[nodiscard]] std::string print(const Function& function, ExprId expr);

}  // namespace unpython::ir
