// The reason codes of parallel loops and devices, beside those of the front end.
#include "driver/reasons.h"

#include <algorithm>
#include <iterator>

namespace unpython::driver {
namespace {

constexpr frontend::Reason kMore[] = {
    {"CONFLICT", "store to different elements, or use range for a loop that must run in order"},
    {"FOOTPRINT_SPARSE",
     "bring the elements that the loop uses closer together, for instance in an array of their own"},
    {"FOOTPRINT_UNKNOWN", "use subscripts that are sums of loop variables and numbers"},
    {"NO_DEVICE", "no usable GPU was found; 'python -m unpython doctor' says why"},
};

}  // namespace

std::vector<frontend::Reason> all_reasons() {
  std::vector<frontend::Reason> all(std::begin(frontend::reasons::kAll), std::end(frontend::reasons::kAll));
  all.insert(all.end(), std::begin(kMore), std::end(kMore));
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
