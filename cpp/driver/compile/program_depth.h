// How deep the stages of the front end recurse for a program, found without recursion.
#pragma once
#include <string_view>

#include "frontend/syntax/syntax.h"

namespace unpython::driver {

/// The nodes that can at most stand above each other in a serialized program.
[[nodiscard]] int depth_of_text(std::string_view text);

/// The nodes that can at most stand above each other in the IR of a program; kDeepestProgram where the front end may write parts of
/// it more than once: helpers, comprehensions, loops over the items of a tuple.
[[nodiscard]] int depth_of_program(const frontend::syntax::Program& program);

}  // namespace unpython::driver
