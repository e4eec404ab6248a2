// Conversions of float16, which is an i16 in registers.
//
// Problem: LLVM calls functions of the compiler's library where the processor cannot convert, and we link none.
// Choice:  the processor's own conversions (F16C) where it has them, else integer code; both work on lanes.
#pragma once
#include "abi/target_info.h"
#include "codegen/llvm/lanes/lane_builder.h"

namespace unpython::codegen {

/// Exact.
[[nodiscard]] llvm::Value* float_of_half(LaneBuilder& b, const abi::TargetInfo& target, llvm::Value* half);
/// The nearest one, ties to even.
[[nodiscard]] llvm::Value* half_of_float(LaneBuilder& b, const abi::TargetInfo& target, llvm::Value* x);
/// The float toward zero of a double, with its last bit set where it is inexact: half_of_float() of it rounds as once.
[[nodiscard]] llvm::Value* odd_float(LaneBuilder& b, llvm::Value* x);

}  // namespace unpython::codegen
