// A walk over the parts of an expression as written.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "frontend/syntax/syntax.h"

namespace unpython::frontend {

/// Calls `visit` for an expression and everything inside it, outermost first.
void walk(const syntax::Program& program, syntax::ExprId id,
          const std::function<void(syntax::ExprId)>& visit);

/// Whether one of these names is read or assigned in an expression.
[[nodiscard]] bool mentions(const syntax::Program& program, syntax::ExprId id,
                            const std::vector<std::string>& names);

/// The names that a target gives a value.
[[nodiscard]] std::vector<std::string> target_names(const syntax::Program& program, syntax::ExprId target);

/// Whether the statements of a loop's body leave (or skip the rest of) that loop.
[[nodiscard]] bool contains_break(const syntax::Program& program, const syntax::Body& body);
[[nodiscard]] bool contains_continue(const syntax::Program& program, const syntax::Body& body);

}  // namespace unpython::frontend
