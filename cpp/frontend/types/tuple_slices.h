// Slices of tuples: t[1:], t[::-1].
#pragma once
#include <optional>
#include <vector>

#include "frontend/types/types.h"

namespace unpython::frontend {

/// The items that a slice takes of a tuple of `count`; no value if its ends or step are not constants.
[[nodiscard]] std::optional<std::vector<size_t>> sliced_items(const Type& slice, size_t count);

}  // namespace unpython::frontend
