// What a call is expected to take on either side.
#pragma once

namespace unpython::driver {

struct Estimate {
  double gpu_milliseconds = 0;
  double cpu_milliseconds = 0;
  double affordable_bytes = 0;  ///< what can move between both while the processor would run the call
};

}  // namespace unpython::driver
