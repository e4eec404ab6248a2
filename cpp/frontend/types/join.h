// The lattice of inference: the type of what definitions that meet may hold, and what storing there may change.
#pragma once
#include "frontend/types/types.h"

namespace unpython::frontend {

/// Whether a number is itself in a float or complex type.
[[nodiscard]] bool is_exact_in(const ir::Constant& value, ScalarType type);
/// The type of a variable that may hold either. Numbers of two types stay what they are (Either). Error where
/// nothing holds both (a tuple and a number, two arrays), or numbers are of too many types.
[[nodiscard]] Type join(const Type& a, const Type& b);
/// Whether storing a `from` in a variable of type `to` may change its value (64-bit integers in floats,
/// Python floats in float32).
[[nodiscard]] bool loses_value(const Type& from, const Type& to);

}  // namespace unpython::frontend
