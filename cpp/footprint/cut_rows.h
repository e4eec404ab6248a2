// The elements of a footprint row by row.
#pragma once
#include <cstddef>
#include <vector>

#include "footprint/footprint.h"

namespace unpython::footprint {

/// Boxes of the same elements, each with one subscript of `outer`. Neighbours along `inner` are joined, so that a triangle
/// that was collected by columns becomes as many boxes as it has rows.
[[nodiscard]] std::vector<Box> cut_rows(const Footprint& part, size_t outer, size_t inner);

}  // namespace unpython::footprint
