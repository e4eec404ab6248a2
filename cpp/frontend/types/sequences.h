// Operators on tuples and texts that the program says, and tuples where an array is taken.
#pragma once
#include <optional>

#include "frontend/syntax/syntax.h"
#include "frontend/types/types.h"

namespace unpython::frontend {

/// (a, b) + (c,), 2 * (a, b), 'a' + 'b': the tuple or text; no value for anything else.
[[nodiscard]] std::optional<Type> joined_sequences(syntax::BinaryOperator op, const Type& left,
                                                   const Type& right);
/// What NumPy makes of a tuple of numbers beside an array; no value for other tuples.
[[nodiscard]] std::optional<Type> array_of_tuple(const Type& tuple);

/// What NumPy makes of arrays, lists and rows of numbers side by side, one level for each nesting; no value where their dimensions differ,
/// or for other values.
[[nodiscard]] std::optional<Type> array_of_rows(const Type& value);
/// Whether an array or a list that grows stands somewhere in a tuple.
[[nodiscard]] bool holds_array(const Type& tuple);

/// The list that grows that a list which is written out is beside such a list: where all items are of one type.
[[nodiscard]] std::optional<Type> list_of_tuple(const Type& tuple);

}  // namespace unpython::frontend
