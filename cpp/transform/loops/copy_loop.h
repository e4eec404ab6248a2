// A loop again, for another branch or with a part of its statements.
#pragma once
#include "ir/rewrite.h"

namespace unpython::transform {

/// The loop with a counter of its own.
[[nodiscard]] ir::StmtId with_own_counter(ir::Function& function, const ir::For& loop, SourceRange range);

}  // namespace unpython::transform
