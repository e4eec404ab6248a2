// Reason codes: every code that explain(), a diagnostic or a warning may carry, with one line of advice each.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/text/loop_facts.h"
#include "frontend/syntax/reasons.h"
#include "unpython/export.h"

namespace unpython::driver {

/// All codes, in alphabetical order: those of the front end, of parallel loops and of devices.
[[nodiscard]] UNPYTHON_API std::vector<frontend::Reason> all_reasons();

/// Advice for a code; empty for an unknown one.
[[nodiscard]] UNPYTHON_API std::string_view advice_for(std::string_view code);

/// Code of the reason of a verdict; empty where there is nothing to explain.
[[nodiscard]] UNPYTHON_API std::string_view reason_code(const analysis::LoopFacts& facts);

}  // namespace unpython::driver
