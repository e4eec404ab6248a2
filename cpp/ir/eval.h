// The meaning of every operator on constants, written once: folding and the interpreter both call it.
#pragma once
#include <span>

#include "ir/type.h"

namespace unpython::ir {

/// The result has the type of the operand.
[[nodiscard]] Constant evaluate(UnaryOp op, const Constant& operand);
/// Operands of one type, which is the type of the result.
[[nodiscard]] Constant evaluate(BinaryOp op, const Constant& left, const Constant& right);
/// Operands of one type; a Bool result.
[[nodiscard]] Constant evaluate(CompareOp op, const Constant& left, const Constant& right);
/// Operands as comment of the Intrinsic says; uses the C library of this process.
[[nodiscard]] Constant evaluate(Intrinsic function, std::span<const Constant> arguments);
/// Conversion as expr.h describes Cast.
[[nodiscard]] Constant convert(ScalarType type, const Constant& value);

/// The result for operands of this type does not depend on a C library: IEEE defines it to the last bit.
[[nodiscard]] bool is_exact(Intrinsic function, ScalarType operand_type);

}  // namespace unpython::ir
