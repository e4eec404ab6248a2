// What a call is expected to take on either side.
#pragma once

namespace unpython::driver {

struct Estimate {
  double gpu_milliseconds = 0;
  double cpu_milliseconds = 0;
};

}  // namespace unpython::driver
