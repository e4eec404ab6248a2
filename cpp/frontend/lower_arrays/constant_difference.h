// How far two index expressions lie apart, where that is a number.
#pragma once
#include <optional>

#include "ir/function.h"

namespace unpython::frontend {

/// a - b for Int64 expressions that are the same value but for a constant; no value if that is not seen. A
/// subscript that may wrap round has no distance from another one.
[[nodiscard]] std::optional<int64_t> constant_difference(const ir::Function& function, ir::ExprId a,
                                                         ir::ExprId b);

}  // namespace unpython::frontend
