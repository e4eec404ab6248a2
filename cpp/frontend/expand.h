// Syntax tree -> resolved function: names become locals, arguments, library entries; helpers are inlined at
// each call.
#pragma once
#include "frontend/reasons.h"
#include "frontend/resolved.h"
#include "frontend/syntax.h"

namespace unpython::frontend {

/// Expands functions[0] of the program. Mistakes leave Erroneous nodes behind, so that all of them are found.
[[nodiscard]] resolved::Function expand(const syntax::Program& program, Mistakes& mistakes);

}  // namespace unpython::frontend
