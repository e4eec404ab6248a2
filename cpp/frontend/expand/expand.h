// Syntax tree -> resolved function: names become locals, arguments, library entries; helpers are inlined at
// each call.
#pragma once
#include "frontend/expand/hints.h"
#include "frontend/expand/resolved.h"
#include "frontend/syntax/reasons.h"
#include "frontend/syntax/syntax.h"

namespace unpython::frontend {

/// Expands functions[0] of the program, as the hints ask for. Mistakes leave Erroneous nodes behind, so that
/// all of them are found.
[[nodiscard]] resolved::Function expand(const syntax::Program& program, const Hints& hints,
                                        Mistakes& mistakes);

}  // namespace unpython::frontend
