// Calls of the functions of ir::Intrinsic on values of any shape.
#pragma once
#include <span>

#include "abi/target_info.h"
#include "codegen/llvm/lanes/lane_builder.h"
#include "codegen/llvm/math/math_library.h"
#include "ir/expr.h"

namespace unpython::codegen {

/// What math calls need to know of the machine; both outlive the emission.
struct MathTarget {
  const abi::TargetInfo& target;
  const VectorMath& vector_math;
};

/// `type`: of the arguments; their values are given beside the call.
[[nodiscard]] Value emit_call(LaneBuilder& b, const MathTarget& math, const ir::Call& call, ScalarType type,
                              std::span<const Value> arguments);

}  // namespace unpython::codegen
