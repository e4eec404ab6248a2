// What the parts of a call are expected to take on the processor.
//
// A roofline, part by part: the slowest of operations, memory and the steps that wait for each other. Beside it
// stand the starts: of the call, of each loop, of the threads and of the chunks that are dealt to them.
#pragma once
#include "driver/choose/cpu_rates.h"
#include "driver/choose/nest_work.h"

namespace unpython::driver {

/// Seconds of so much; none where the rate is not known.
[[nodiscard]] inline double over(double amount, double rate) { return rate > 0 ? amount / rate : 0; }

/// Threads that a call may use.
[[nodiscard]] int threads_of(const CallWork& work, const CpuRates& cpu);
/// All launches of a part, on at most so many threads. `touched`: bytes, by the whole call.
[[nodiscard]] double part_seconds(const PartWork& part, double touched, const CpuRates& cpu, int threads);
/// All parts of a call. It is one of several that follow each other: its threads are awake.
[[nodiscard]] double parts_seconds(const CallWork& work, const CpuRates& cpu);
/// What starts on the processor take of that, before anything is computed.
[[nodiscard]] double starts_seconds(const CallWork& work, const CpuRates& cpu);

}  // namespace unpython::driver
