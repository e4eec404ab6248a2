// Instructions for the operators of ir/type.h, on values of any shape.
// Exact: no fast-math flags, no undefined results.
#pragma once
#include "abi/target_info.h"
#include "codegen/llvm/lanes/lane_builder.h"
#include "ir/type.h"

namespace unpython::codegen {

/// `type`: of the operand and the result.
[[nodiscard]] Value emit_unary(LaneBuilder& b, ir::UnaryOp op, ScalarType type, const Value& operand);
/// `type`: of both operands and the result.
[[nodiscard]] Value emit_binary(LaneBuilder& b, ir::BinaryOp op, ScalarType type, Value left, Value right);
/// `type`: of both operands.
[[nodiscard]] Value emit_compare(LaneBuilder& b, ir::CompareOp op, ScalarType type, Value left, Value right);
[[nodiscard]] Value emit_select(LaneBuilder& b, Value condition, Value if_true, Value if_false);
/// NumPy's astype, as expr.h describes Cast.
[[nodiscard]] Value emit_cast(LaneBuilder& b, const abi::TargetInfo& target, ScalarType from, ScalarType to, Value value);
/// base ** exponent on integers, by squaring; `type`: of both.
[[nodiscard]] Value emit_integer_power(LaneBuilder& b, ScalarType type, Value base, Value exponent);

/// x % y of one lane, but for its sign: 0 where that is.
[[nodiscard]] llvm::Value* signless_rest(LaneBuilder& b, llvm::Value* x, llvm::Value* y);
/// The upper half of a product of two numbers of 64 bits without a sign.
[[nodiscard]] llvm::Value* high_product(LaneBuilder& b, llvm::Value* x, llvm::Value* y);

// One kind of operand each: what emit_binary and emit_compare choose from. Operands are LLVM scalars or equal
// vectors.
[[nodiscard]] llvm::Value* integer_binary(LaneBuilder& b, ir::BinaryOp op, bool is_signed, llvm::Value* x,
                                          llvm::Value* y);
[[nodiscard]] llvm::Value* float_binary(LaneBuilder& b, ir::BinaryOp op, llvm::Value* x, llvm::Value* y);
[[nodiscard]] Value complex_binary(LaneBuilder& b, ir::BinaryOp op, const Value& x, const Value& y);
/// x * y + c as a chain of real fused multiply-adds.
[[nodiscard]] Value complex_fma(LaneBuilder& b, const Value& x, const Value& y, const Value& c);
[[nodiscard]] llvm::Value* complex_compare(LaneBuilder& b, ir::CompareOp op, const Value& x, const Value& y);

}  // namespace unpython::codegen
