// Constants and message texts as Python would write them.
#pragma once
#include <string>
#include <string_view>

#include "ir/type.h"

namespace unpython::ir {

/// Shortest text that reads back as the same value: "3", "0.5", "uint8(3)", "float32(0.1)", "complex128(1.0,
/// -0.0)".
[[nodiscard]] std::string print_constant(const Constant& constant);
/// In double quotes, with quotes, backslashes and line ends escaped.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace unpython::ir
