// Names of the functions of NumPy that the compiler knows itself (the others are written in Python, in unpython/_library). The list in
// the documentation, and the test that calls each function of the list, are made from these names.
#pragma once
#include <string>
#include <vector>

#include "unpython/export.h"

namespace unpython::frontend {

/// "numpy.sum", "ndarray.astype", ...: in the order of the alphabet; `ndarray.` stands before what is
/// a method only.
[[nodiscard]] UNPYTHON_API std::vector<std::string> function_names();

}  // namespace unpython::frontend
