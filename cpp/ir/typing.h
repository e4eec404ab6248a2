// Type rules of expressions, written once: the builder refuses what the verifier would report.
#pragma once
#include <span>
#include <string>

#include "ir/function.h"

namespace unpython::ir {

/// Type of the result for arguments of these types (which are not checked).
[[nodiscard]] ScalarType result_type(Intrinsic function, ScalarType argument);
/// Empty if the operands of `expr` exist and their types fit its node and type; else what is wrong.
[[nodiscard]] std::string type_problem(const Function& function, const Expr& expr);
/// Empty if `indices` are Int64 and as many as the array has dimensions; else what is wrong.
[[nodiscard]] std::string index_problem(const Function& function, ArrayId array,
                                        std::span<const ExprId> indices);

}  // namespace unpython::ir
