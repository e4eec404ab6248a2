// What a run on a device weighs up with the host: from the rates of this machine (choose/measured_rates.h).
#pragma once
#include <limits>

namespace unpython::driver {

struct CallRates {
  /// Where the device lacks memory, what may move in all; else the call has to run elsewhere.
  double affordable_bytes = std::numeric_limits<double>::infinity();
  double result_seconds = 0;  ///< from a launch to its result, or to the first bytes that the host waits for
  double bytes_in = 0;        ///< per second, to the device and back
  double bytes_out = 0;
  double item_operations = 0;  ///< (cost/cost.h) per second, of one work item
  double host_operations = 0;  ///< and of one thread of the host
  int pieces = 1;              ///< that the last kernel's iterations are cut into at least, where its arrays are on the host
};

}  // namespace unpython::driver
