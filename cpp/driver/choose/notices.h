// What a user is told about calls that do not run as asked: on another device, or in order.
#pragma once
#include <string>
#include <vector>

#include "driver/choose/call.h"

namespace unpython::driver {

/// What to say of ways that were not taken; machines without any GPU get one short sentence.
[[nodiscard]] std::string text_of(const std::vector<Fallback>& fallbacks);

/// The processor runs what a device was asked for.
[[nodiscard]] Notice about_fallbacks(const std::string& function, const std::vector<Fallback>& fallbacks);

/// A loop at `where` that is marked parallel runs in order.
[[nodiscard]] Notice about_order(const std::string& function, const SourceRange& where,
                                 const analysis::LoopFacts& facts);

/// Tells of the loops that the plan runs in order because their iterations may meet.
void tell_of_loops(const std::string& function, const Plan& plan, const Tell& tell);

}  // namespace unpython::driver
