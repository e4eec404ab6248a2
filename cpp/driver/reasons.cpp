// The table of reason codes.
#include "driver/reasons.h"

#include <algorithm>
#include <vector>

#include "frontend/reasons.h"

namespace unpython::driver {
namespace {

/// What is not about the text of the program; the rest stands in frontend/reasons.h.
constexpr Reason kReasons[] = {
    {"NO_DEVICE", "no usable GPU was found; 'python -m unpython doctor' says why"},
    {"RACE", "iterations touch one element: use range, or races='ordered' to run the loop in order"},
};

std::vector<Reason> sorted_reasons() {
  std::vector<Reason> all(std::begin(kReasons), std::end(kReasons));
  for (const frontend::Reason& reason : frontend::reasons::kAll) all.push_back({reason.code, reason.advice});
  std::sort(all.begin(), all.end(), [](const Reason& a, const Reason& b) { return a.code < b.code; });
  return all;
}

}  // namespace

std::span<const Reason> all_reasons() {
  static const std::vector<Reason> all = sorted_reasons();
  return all;
}

std::string_view advice_for(std::string_view code) {
  const auto all = all_reasons();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Reason& reason) { return reason.code == code; });
  return found == all.end() ? std::string_view() : found->advice;
}

}  // namespace unpython::driver
