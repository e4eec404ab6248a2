// Syntax tree -> resolved function: names become locals, arguments, library entries; helpers are inlined at
// each call.
#pragma once
#include "frontend/hints.h"
#include "frontend/reasons.h"
#include "frontend/resolved.h"
#include "frontend/syntax.h"

namespace unpython::frontend {

/// Expands functions[0] of the program, as the hints ask for. Mistakes leave Erroneous nodes behind, so that
/// all of them are found.
[[nodiscard]] resolved::Function expand(const syntax::Program& program, const Hints& hints,
                                        Mistakes& mistakes);

}  // namespace unpython::frontend
