// Serialized program -> syntax tree. The format is documented in python/unpython/_source.py, which writes it.
#pragma once
#include <string_view>

#include "frontend/syntax/syntax.h"

namespace unpython::frontend {

/// Throws InternalError on malformed text (the writer is ours).
[[nodiscard]] syntax::Program read_program(std::string_view text);

}  // namespace unpython::frontend
