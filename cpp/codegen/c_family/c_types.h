// Types and numbers as CUDA and OpenCL write them.
#pragma once
#include <string>
#include <string_view>

#include "codegen/c_family/dialect.h"

namespace unpython::codegen {

/// The type of a value: "f64", "i32", "bool", "c128".
[[nodiscard]] std::string_view value_type(ScalarType type);
/// The type of an element in memory and of a parameter: as value_type, and a byte for Bool.
[[nodiscard]] std::string_view memory_type(ScalarType type);
/// The unsigned type in which integers of `type` are added and multiplied: it wraps, and the low bits are
/// right.
[[nodiscard]] std::string_view ring_type(ScalarType type);
[[nodiscard]] int integer_bits(ScalarType type);
/// A number as an expression of its own type that needs no parentheses.
[[nodiscard]] std::string number(const Dialect& dialect, const ir::Constant& value);

}  // namespace unpython::codegen
