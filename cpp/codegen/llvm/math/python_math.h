// The functions of Python's module math that are CPython's own and not the C library's, with CPython's bits.
#pragma once

namespace unpython::codegen {

double python_gamma(double x);
double python_lgamma(double x);
double python_hypot(double x, double y);

}  // namespace unpython::codegen
