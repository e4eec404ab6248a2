// Runs chunks of a loop on several threads: for compiled code and for threads that pack memory. OpenMP
// inside.
//
// Problem:  a Python program calls a short loop now and then, so most regions begin with idle workers, often on a busy machine. An
//           OpenMP region per loop is bad at exactly this: its closing barrier waits for every thread of the team, also for
//           threads that never got a processor, and spins meanwhile.
// Choice:   OpenMP makes the threads once (so OMP_NUM_THREADS, OMP_PROC_BIND, OMP_PLACES and OMP_STACKSIZE mean what they say)
//           inside a region that never ends; they sleep on our own queue (worker_pool.h). The caller works from the first
//           moment, and waits in the end only for threads that took a chunk. Chunks come from one counter, big ones first.
//
// Figures of benchmarks/parallel_for.cpp: 1 ms of work on 2 threads; the same after 100 ms idle; an empty
// body called again at once. Medians in us, two virtual processors (Sapphire Rapids) that other programs used
// as well.
//  - OpenMP region per loop (libgomp 12):             858,  1702,  4.8
//  - this pool:                                       856,   932,  0.4
//  - this pool with workers free to wake anywhere:    844,  1733,  0.4
// Without other load the OpenMP region after idling takes 1.4 ms, and 6.5 ms one time in ten.
// An empty body called again at once on 2, 4, 8, 16 threads of a quiet machine takes 0.9, 1.3, 2.4, 4.4 us; with one
// lock that each worker takes to join, 2.7, 5.0, 10.7, 22.7. A caller that sleeps for its last workers after 9 us
// instead of 50 makes products of 200 to 500 on 16 threads a fifth slower.
//
// Rejected: a region per loop (7 ms each beside other busy programs); OMP_WAIT_POLICY and GOMP_SPINCOUNT
//           (read when libgomp is loaded, which another package may have done); binding workers for good (the
//           caller may come to run on the processor of a worker). One part of the loop per thread, with
//           stealing, would keep data nearer to its core: 10 % on loops that fit the second-level cache, not
//           worth a second counter scheme.
#pragma once
#include <cstdint>

#include "abi/frame.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Threads take so many chunks of equal size from what is left, each, but for grains and for chunks whose cost is not known.
inline constexpr int64_t kChunksOfThread = 2;

/// abi::Services::parallel_for. Chunks are consecutive and handed out in ascending order; a loop of one
/// chunk, or one started from inside another parallel loop, runs on the calling thread. When a chunk fails,
/// those below it still run to their end, none above it starts, and `error` is the record of the lowest
/// failing one (untouched without failure). The calling thread polls between its chunks, at most every 20 ms;
/// a poll that asks to stop wins over a failure. May be called from many threads at once and in a forked
/// child. The body must not throw.
UNPYTHON_API int32_t parallel_for(const abi::Services* services, int64_t extent, int64_t grain,
                                  abi::ParallelBody body, void* context, abi::ErrorRecord* error);

/// Threads this process may use: the smaller of OpenMP's maximum for this thread and its affinity mask, which
/// is read anew at most ten times a second.
[[nodiscard]] UNPYTHON_API int available_threads();

/// A table with the functions above and 64-byte aligned allocation; `threads` 0 means available_threads().
[[nodiscard]] UNPYTHON_API abi::Services make_services(int threads);

}  // namespace unpython::runtime
