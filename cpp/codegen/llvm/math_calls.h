// Calls of the functions of ir::Intrinsic on values of any shape.
#pragma once
#include <span>

#include "abi/target_info.h"
#include "codegen/llvm/lane_builder.h"
#include "codegen/llvm/math_library.h"
#include "ir/type.h"

namespace unpython::codegen {

/// What math calls need to know of the machine; both outlive the emission.
struct MathTarget {
  const abi::TargetInfo& target;
  const VectorMath& vector_math;
};

/// `type`: of the arguments. Vector lanes go through libmvec where it has the function.
[[nodiscard]] Value emit_call(LaneBuilder& b, const MathTarget& math, ir::Intrinsic function, ScalarType type,
                              std::span<const Value> arguments);

}  // namespace unpython::codegen
