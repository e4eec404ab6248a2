// Boxes of elements as plain numbers: what another process is sent for a piece of a stage, and sends back.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "unpython/export.h"

namespace unpython::driver {

/// By dimension: the first subscript, the last one, and the step between them.
using BoxSides = std::vector<std::array<int64_t, 3>>;

/// The elements of both.
[[nodiscard]] UNPYTHON_API std::optional<BoxSides> common_box(const BoxSides& a, const BoxSides& b);
/// Boxes without common elements that make up `a` without `b`.
[[nodiscard]] UNPYTHON_API std::vector<BoxSides> without_box(const BoxSides& a, const BoxSides& b);

}  // namespace unpython::driver
