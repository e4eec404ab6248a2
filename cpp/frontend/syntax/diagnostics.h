// Renders mistakes of the user's program as text: file:line:col, what was found, the line with a caret, what would work.
#pragma once
#include <string>
#include <vector>

#include "frontend/syntax/syntax.h"
#include "unpython/error.h"

namespace unpython::frontend {

/// Sorted by position, duplicates dropped; at most 8 lines for each diagnostic.
[[nodiscard]] std::string render(const syntax::Program& program, std::vector<Diagnostic> diagnostics);

}  // namespace unpython::frontend
