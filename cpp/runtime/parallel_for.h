// Runs chunks of a loop on several threads: for compiled code and for threads that pack memory. OpenMP
// inside.
#pragma once
#include <cstdint>

#include "abi/frame.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// abi::Services::parallel_for. Chunks are consecutive and handed out in ascending order; a loop of one
/// chunk, or one started from inside another parallel loop, runs on the calling thread.
UNPYTHON_API int32_t parallel_for(const abi::Services* services, int64_t extent, int64_t grain,
                                  abi::ParallelBody body, void* context, abi::ErrorRecord* error);

/// Threads this process may use: the smaller of OpenMP's maximum and the affinity mask.
[[nodiscard]] UNPYTHON_API int available_threads();

/// A table with the functions above and 64-byte aligned allocation; `threads` 0 means available_threads().
[[nodiscard]] UNPYTHON_API abi::Services make_services(int threads);

}  // namespace unpython::runtime
