// Compact byte form of a function: what crosses into the CPU library and what disk keys are hashed from. Only
// reachable nodes are written, renumbered in order of first use and with equal expressions shared, so that
// equal programs give equal bytes. Error sites keep their numbers: generated code names them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

enum class Positions : uint8_t {
  Drop,  ///< code does not depend on them, so a disk key survives a line that moves above the function
  Keep,  ///< complete: deserializing gives a function that reports errors as the original does
};

[[nodiscard]] std::string serialize(const Function& function, Positions positions = Positions::Drop);
/// What a block does, but for what it does that to: two blocks of equal bytes are one where the first variable of the one stands for the
/// first of the other, and so on.
struct Form {
  std::string bytes;
  std::vector<VarId> variables{};  ///< in order of first use
  std::vector<ArrayId> arrays{};
  std::vector<ErrorId> errors{};
};
[[nodiscard]] Form form_of(const Function& function, const Block& block);
/// Throws InternalError on malformed input. The result is not verified.
[[nodiscard]] Function deserialize(std::string_view bytes);

}  // namespace unpython::ir
