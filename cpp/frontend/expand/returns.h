// Where the returns of a helper stand, so that inlining can choose the simplest form for them.
#pragma once
#include "frontend/syntax/syntax.h"

namespace unpython::frontend {

[[nodiscard]] bool contains_return(const syntax::Program& program, const syntax::Body& body);
[[nodiscard]] int count_returns(const syntax::Program& program, const syntax::Body& body);
/// Whether some return gives a value.
[[nodiscard]] bool returns_value(const syntax::Program& program, const syntax::Body& body);
/// Whether control never reaches the end of the body because each path returns or raises.
[[nodiscard]] bool always_leaves(const syntax::Program& program, const syntax::Body& body);
/// Whether each return can end a branch: none is in a loop, and what follows an `if` with returns fits into
/// one of its branches.
[[nodiscard]] bool returns_end_branches(const syntax::Program& program, const syntax::Body& body);
/// The statements of a branch of the `if` at `position`, followed by the rest of `body` unless the branch
/// leaves.
[[nodiscard]] syntax::Body branch_with_rest(const syntax::Program& program, const syntax::Body& branch,
                                            const syntax::Body& body, size_t position);

}  // namespace unpython::frontend
