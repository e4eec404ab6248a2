// Reason codes: every code that explain(), a diagnostic or a warning may carry, with one line of advice each.
#pragma once
#include <span>
#include <string_view>

#include "unpython/export.h"

namespace unpython::driver {

struct Reason {
  std::string_view code;
  std::string_view advice;
};

/// All codes, in alphabetical order.
[[nodiscard]] UNPYTHON_API std::span<const Reason> all_reasons();

/// Advice for a code; empty for an unknown one.
[[nodiscard]] UNPYTHON_API std::string_view advice_for(std::string_view code);

}  // namespace unpython::driver
