// What the body of a Vector loop may hold, for the verifier and for who chooses such loops.
#pragma once
#include "ir/function.h"

namespace unpython::ir {

/// True if an iteration that raises has not stored anything before: lanes can then find out together whether
/// one of them raises, and leave it to the same iterations run in order to raise the right exception. A Raise
/// must stand under an If, so that there is another way to go on.
[[nodiscard]] bool raises_before_it_stores(const Function& function, const Block& body);

}  // namespace unpython::ir
