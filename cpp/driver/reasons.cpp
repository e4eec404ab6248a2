// The driver's own reason codes, beside those of the front end.
#include "driver/reasons.h"

#include <algorithm>
#include <iterator>

namespace unpython::driver {
namespace {

constexpr frontend::Reason kOwn[] = {
    {"NO_DEVICE", "no usable GPU was found; 'python -m unpython doctor' says why"},
    {"RACE", "iterations touch one element: use range, or races='ordered' to run the loop in order"},
};

}  // namespace

std::vector<frontend::Reason> all_reasons() {
  std::vector<frontend::Reason> all(std::begin(frontend::reasons::kAll), std::end(frontend::reasons::kAll));
  all.insert(all.end(), std::begin(kOwn), std::end(kOwn));
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.code < b.code; });
  return all;
}

std::string_view advice_for(std::string_view code) {
  for (const frontend::Reason& reason : all_reasons()) {
    if (reason.code == code) return reason.advice;
  }
  return {};
}

}  // namespace unpython::driver
