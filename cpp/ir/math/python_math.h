// Functions of numbers that machine code calls by name and that no C library has: those of Python's module math that are
// CPython's own, with CPython's bits, and a part of lgamma.
#pragma once
#include <array>
#include <cstdint>

namespace unpython::ir {

double python_gamma(double x);
double python_lgamma(double x);
double python_hypot(double x, double y);

/// log|gamma(x)| where it is next to 0 and x is negative, with all its bits: takes the place of such results.
void log_gamma_near_zeros(const double* x, double* results, int64_t count);

inline constexpr const char* kPythonGamma = "python.gamma";
inline constexpr const char* kPythonLogGamma = "python.lgamma";
inline constexpr const char* kPythonHypot = "python.hypot";
inline constexpr const char* kLogGammaNearZeros = "unpython.lgamma_near_zeros";

struct NamedFunction {
  const char* name;  ///< by which machine code calls it
  const void* address;
};

[[nodiscard]] std::array<NamedFunction, 4> called_by_name();

}  // namespace unpython::ir
