// The name a user may have meant.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace unpython::frontend {

/// The candidate that differs from `name` by the fewest letters; empty if all differ by more than a third of
/// it.
[[nodiscard]] std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

/// "did you mean 'shape'?" for the nearest candidate; empty if there is none.
[[nodiscard]] std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace unpython::frontend
