// What a call is expected to take on either side, and on both at once.
#pragma once
#include <memory>

namespace unpython::driver {

/// Calls that CallEstimates expects to take the same.
struct AlikeCalls;

struct Estimate {
  double gpu_milliseconds = 0;
  double cpu_milliseconds = 0;
  bool cpu_is_known = false;     ///< measured in calls before this one, not estimated
  double both_milliseconds = 0;  ///< 0: the call is not dealt to both sides
  double host_share = 0;         ///< of its iterations, that the processor would take then
  bool is_dealt = false;         ///< that is expected to be sooner than either side alone, by enough
  double affordable_bytes = 0;  ///< what can move between both while the processor would run the call
  std::shared_ptr<AlikeCalls> calls{};  ///< whose runs correct it; null: it is the model's
};

}  // namespace unpython::driver
