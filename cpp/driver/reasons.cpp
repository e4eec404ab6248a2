// The table of reason codes.
#include "driver/reasons.h"

#include <algorithm>

namespace unpython::driver {
namespace {

constexpr Reason kReasons[] = {
    {"NO_DEVICE", "no usable GPU was found; 'python -m unpython doctor' says why"},
    {"RACE", "iterations touch one element: use range, or races='ordered' to run the loop in order"},
};

}  // namespace

std::span<const Reason> all_reasons() { return kReasons; }

std::string_view advice_for(std::string_view code) {
  const auto* found = std::find_if(std::begin(kReasons), std::end(kReasons),
                                   [&](const Reason& reason) { return reason.code == code; });
  return found == std::end(kReasons) ? std::string_view() : found->advice;
}

}  // namespace unpython::driver
