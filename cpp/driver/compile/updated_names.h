// Which names may stand for arrays that `x += y` stores to.
#pragma once
#include <set>
#include <string>

#include "frontend/syntax/syntax.h"

namespace unpython::driver {

/// Names that `x += y` and `x.field += y` update, and all names whose arrays, or parts of them, x may be:
/// `for row in m[::-1]: row += 1` updates m. Names of all functions of the program together; more than there are, never fewer.
[[nodiscard]] std::set<std::string> updated_names(const frontend::syntax::Program& program);

}  // namespace unpython::driver
