// Syntax tree + argument types -> loop IR as written. Inlines helpers, makes every Python rule explicit.
#pragma once
#include "frontend/syntax/syntax.h"
#include "frontend/types/signature.h"
#include "ir/function.h"
#include "unpython/options.h"

namespace unpython::frontend {

/// Throws CompileError with every mistake found.
[[nodiscard]] ir::Function lower(const syntax::Program& program, const Signature& signature,
                                 const Options& options);

}  // namespace unpython::frontend
