// The functions of NumPy that programs may call, of those that the compiler knows itself: what the published
// list and its tests are made of.
#pragma once
#include <string>
#include <vector>

#include "unpython/export.h"

namespace unpython::driver {

/// "numpy.sum", "ndarray.astype", ...: functions first to last by name; `ndarray.` before those that are
/// methods only.
[[nodiscard]] UNPYTHON_API std::vector<std::string> function_names();

}  // namespace unpython::driver
