// Comparing two descriptors as sets of touched units: do they meet, is one inside the other?
#pragma once
#include <optional>

#include "analysis/descriptor.h"

namespace unpython::analysis {

enum class Overlap : uint8_t {
  Never,    ///< no unit is touched by both: proven
  Certain,  ///< some unit is
  Unknown,
};

/// Compares the units that two descriptors touch, both in the same unit: intervals, gcd, then an exact
/// search.
[[nodiscard]] Overlap overlap(const Descriptor& a, const Descriptor& b);

/// True if every unit that `inner` touches is touched by `outer`, false if some unit is not; nothing if that
/// is not decided.
[[nodiscard]] std::optional<bool> is_inside(const Descriptor& inner, const Descriptor& outer);

}  // namespace unpython::analysis
