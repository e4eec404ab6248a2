// How fast this processor runs the code that we generate for it: measured, for the choice between it and a
// GPU.
#pragma once
#include "driver/compile.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Per second, of all threads together unless said; on float64 values in vectors, where loops become such.
struct CpuRates {
  int threads = 1;
  double lanes = 1;                ///< float64 values in a vector
  double memory_bytes = 0;         ///< read, of arrays that no cache holds
  double thread_memory_bytes = 0;  ///< the same by one thread
  double arithmetic = 0;           ///< multiplications with addition
  double divisions = 0;
  double functions = 0;    ///< exponentials
  double contraction = 0;  ///< multiplications with addition in a product of matrices
  bool operator==(const CpuRates&) const = default;
};

/// Compiles four small loops and runs each for some milliseconds: 0.1 to 0.5 s in all. Throws DeviceError
/// where there is no CPU library.
[[nodiscard]] UNPYTHON_API CpuRates measure_cpu(Compiler& compiler);

}  // namespace unpython::driver
