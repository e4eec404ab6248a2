// Which array arguments a program may store to, judged by its text: only these must not overlap others.
#pragma once
#include <vector>

#include "frontend/syntax/syntax.h"
#include "unpython/export.h"

namespace unpython::driver {

/// One flag per parameter of the decorated function. True when in doubt: a parameter that is stored to, or
/// used as a whole (given to a helper, returned under another name, iterated over), may be stored to.
[[nodiscard]] UNPYTHON_API std::vector<bool> stored_parameters(const frontend::syntax::Program& program);

}  // namespace unpython::driver
