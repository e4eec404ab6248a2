// How fast this processor runs the code that we generate for it: measured, for the choice between it and a
// GPU.
#pragma once
#include <array>

#include "driver/compile/compile.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Sides of the matrices whose products are timed: small ones leave threads without tiles.
inline constexpr std::array<int64_t, 4> kProductSides = {128, 256, 512, 1024};

/// Per second, of all threads together unless said; on float64 values in vectors, where loops become such.
struct CpuRates {
  int threads = 1;
  double lanes = 1;                ///< float64 values in a vector
  double cycles = 2.5e9;           ///< of the clock, per second
  double own_cache_bytes = 1 << 20;  ///< of what each thread has of its own
  double shared_cache_bytes = 0;     ///< of the cache that all share; 0: there is none, or nobody knows
  double region_seconds = 0;       ///< of a loop on all threads that does nothing, right after another one
  double chunk_seconds = 0;        ///< until a thread has taken what it does next, of a loop that all take from
  double wake_seconds = 0;         ///< what the first loop after a pause takes longer
  double cached_bytes = 0;         ///< read, and half of them written, of arrays that fit the threads' own caches
  double dealt_bytes = 0;          ///< the same of arrays that the own caches of all threads hold together, dealt anew to each loop
  double shared_bytes = 0;         ///< the same of arrays that fit the cache that they share
  double thread_shared_bytes = 0;  ///< the same by one thread
  double memory_bytes = 0;         ///< the same of arrays that no cache holds
  double thread_memory_bytes = 0;  ///< the same by one thread
  double arithmetic = 2.5e9;       ///< multiplications with addition; a typical rate until it is measured
  double divisions = 0;
  double functions = 0;         ///< exponentials
  double narrow_divisions = 0;  ///< of float32 values
  double narrow_functions = 0;
  /// Multiplications with addition in a product of square matrices, of each of kProductSides.
  std::array<double, kProductSides.size()> contraction{};
  bool operator==(const CpuRates&) const = default;
};

/// Chunks that so many threads take of so many items (runtime/threads/parallel_for.h).
[[nodiscard]] UNPYTHON_API double chunks_taken(double items, double threads);

/// Compiles five small loops, two of them for two types, and runs each for some milliseconds: 0.1 to 0.5 s in all. Throws
/// DeviceError where there is no CPU library.
[[nodiscard]] UNPYTHON_API CpuRates measure_cpu(Compiler& compiler);

}  // namespace unpython::driver
