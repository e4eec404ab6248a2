// What a call is expected to take on either side.
#pragma once
#include <memory>

namespace unpython::driver {

/// Calls that CallEstimates expects to take the same.
struct AlikeCalls;

struct Estimate {
  double gpu_milliseconds = 0;
  double cpu_milliseconds = 0;
  double affordable_bytes = 0;  ///< what can move between both while the processor would run the call
  std::shared_ptr<AlikeCalls> calls{};  ///< whose runs correct it; null: it is the model's
};

}  // namespace unpython::driver
