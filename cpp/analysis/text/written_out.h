// What is a number in the text of a kernel whose loops of known turns are written out.
#pragma once
#include <functional>

#include "ir/function.h"

namespace unpython::analysis {

/// Whether an expression consists of constants and of counters that `is_counter` accepts: a number in each turn of their loops.
[[nodiscard]] bool is_number_written_out(const ir::Function& function, ir::ExprId expr,
                                         const std::function<bool(ir::VarId)>& is_counter);

}  // namespace unpython::analysis
