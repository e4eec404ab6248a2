// Reason codes: every code that explain(), a diagnostic or a warning may carry, with one line of advice each.
#pragma once
#include <string_view>
#include <vector>

#include "frontend/reasons.h"
#include "unpython/export.h"

namespace unpython::driver {

/// All codes, in alphabetical order: those of the front end, of parallel loops and of devices.
[[nodiscard]] UNPYTHON_API std::vector<frontend::Reason> all_reasons();

/// Advice for a code; empty for an unknown one.
[[nodiscard]] UNPYTHON_API std::string_view advice_for(std::string_view code);

}  // namespace unpython::driver
