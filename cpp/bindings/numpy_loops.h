// NumPy's own loops for compiled code that must have NumPy's bits.
#pragma once
#include "driver/compile/compile.h"

namespace unpython::bindings {

/// Gives compiled code the loops of NumPy's mathematical functions, by the names that codegen::numpy_loop makes.
void provide_numpy_loops(driver::Compiler& compiler);

}  // namespace unpython::bindings
