// How far an element lies from an iteration.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/function.h"

namespace unpython::analysis {

/// Distances of subscripts from the counters of a nest, each from its own, outermost first.
using Distances = std::vector<int64_t>;

/// Of `a[i + 1, j - 2]` in a nest over i and j: 1, -2. None where a subscript is not a counter and a number, in the order of
/// the nest.
[[nodiscard]] std::optional<Distances> distances(const ir::Function& function, const std::vector<ir::VarId>& counters,
                                                 const std::vector<ir::ExprId>& indices);

}  // namespace unpython::analysis
