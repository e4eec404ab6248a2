// How Python's operators work on two scalars: the type of the result and the type the operands are converted
// to. Used by inference (types) and by lowering (conversions), so that they cannot disagree.
#pragma once

#include "frontend/syntax/syntax.h"
#include "frontend/types/types.h"

namespace unpython::frontend {

struct OperatorRule {
  Type result;                             ///< Error if Python or NumPy do not define the operation
  ScalarType compute = ScalarType::Int64;  ///< operands are converted to it
  bool mixed_signs = false;                ///< comparison of uint64 with a signed integer
};

[[nodiscard]] OperatorRule binary_rule(syntax::BinaryOperator op, const Type& left, const Type& right);
[[nodiscard]] OperatorRule unary_rule(syntax::UnaryOperator op, const Type& operand);
/// An array of bools ** 2, which NumPy computes as small integers; other powers of bools are int64.
[[nodiscard]] bool squares_bools(syntax::BinaryOperator op, const Type& left, const Type& right);
/// Eq to GtE only.
[[nodiscard]] OperatorRule compare_rule(syntax::CompareOperator op, const Type& left, const Type& right);

/// As Python writes them: "+", "<=", "not".
[[nodiscard]] std::string_view symbol(syntax::BinaryOperator op);
[[nodiscard]] std::string_view symbol(syntax::UnaryOperator op);
[[nodiscard]] std::string_view symbol(syntax::CompareOperator op);

/// The strong type that a NumPy function gives a Python number: int64, float64, complex128, bool.
[[nodiscard]] Type strengthen(const Type& type);

}  // namespace unpython::frontend
