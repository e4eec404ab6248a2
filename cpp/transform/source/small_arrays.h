// Local arrays of so few elements that each can be a variable.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/heap_uses.h"

namespace unpython::transform {

inline constexpr int64_t kMostSmallElements = 16;

/// The extents, where they are known and the elements few.
[[nodiscard]] std::optional<std::vector<int64_t>> few_elements(const ir::Function& function, const ir::Allocate& allocation);

}  // namespace unpython::transform
