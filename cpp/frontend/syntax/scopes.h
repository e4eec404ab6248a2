// Names of one Python function: which are its own, and what the others are bound to.
#pragma once
#include <optional>
#include <string>
#include <unordered_set>

#include "frontend/syntax/syntax.h"

namespace unpython::frontend {

/// Names that a function assigns anywhere in its body, and its parameters: Python's rule for locals.
[[nodiscard]] std::unordered_set<std::string> local_names(const syntax::Program& program,
                                                          const syntax::Function& function);

/// How many statements of a function assign a name.
[[nodiscard]] int times_assigned(const syntax::Program& program, const syntax::Function& function,
                                 const std::string& name);

/// The name in the text of the function that a name stands for which rewriting made of it: `t` for `_t_values_`.
[[nodiscard]] std::string written_name(const syntax::Program& program, const syntax::Function& function,
                                       const std::string& name);

/// "np.linalg.norm" for a chain of attributes that starts at a name; empty for any other expression.
[[nodiscard]] std::optional<std::string> dotted_path(const syntax::Program& program, syntax::ExprId expr);

/// The name that a dotted path starts with.
[[nodiscard]] std::string first_name(const std::string& path);

/// What a path stands for in a function, or null.
[[nodiscard]] const syntax::Binding* find_binding(const syntax::Function& function, const std::string& path);

}  // namespace unpython::frontend
