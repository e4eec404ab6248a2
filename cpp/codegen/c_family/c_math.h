// Functions of scalars: which ones a device's language has, and under what name.
#pragma once
#include <string_view>

#include "ir/type.h"

namespace unpython::codegen {

/// The name that C99, CUDA and OpenCL share for a function of real floats.
[[nodiscard]] std::string_view math_name(ir::Intrinsic function);
/// The operation of Helpers that stands for a function of operands of `type`; empty: the language has the
/// function.
[[nodiscard]] std::string_view helper_function(ir::Intrinsic function, ScalarType type);

}  // namespace unpython::codegen
