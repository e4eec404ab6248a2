// Complete and compact byte form of a function: what crosses into the CPU library and what disk keys are hashed from.
// Only reachable nodes are written, renumbered in order of first use, so equal programs give equal bytes.
#pragma once
#include <string>
#include <string_view>

#include "ir/function.h"

namespace unpython::ir {

[[nodiscard]] std::string serialize(const Function& function);
/// Throws InternalError on malformed input.
[[nodiscard]] Function deserialize(std::string_view bytes);

}  // namespace unpython::ir
