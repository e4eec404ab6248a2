// Names of operators, functions, marks and spaces, for printing and for messages.
#pragma once
#include <string_view>

#include "ir/function.h"

namespace unpython::ir {

/// Python's spelling: "-", "~", "not".
[[nodiscard]] std::string_view name_of(UnaryOp op);
/// Python's spelling: "+", "//", "<<", "and".
[[nodiscard]] std::string_view name_of(BinaryOp op);
[[nodiscard]] std::string_view name_of(CompareOp op);
/// NumPy's name where there is one: "arcsin", "minimum", "fma".
[[nodiscard]] std::string_view name_of(Intrinsic function);
/// "range", "prange", "parallel", "vector", "unrolled", "grid", "group", "item", "matrix".
[[nodiscard]] std::string_view name_of(LoopMark mark);
/// "argument", "heap", "private", "register", "local", "item".
[[nodiscard]] std::string_view name_of(AddressSpace space);
/// The exception class: "IndexError".
[[nodiscard]] std::string_view name_of(ErrorKind kind);

}  // namespace unpython::ir
