#include "driver/choose/cpu_time.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "runtime/threads/worker_pool.h"

namespace unpython::driver {
namespace {

using cost::CpuCode;

/// Simple operations that a processor does at once where none is on a vector: its rate is that of one vector at a time.
constexpr double kAtOnce = 2;
/// From Python's call of a function to its first loop, and back. Measured, and much the same everywhere.
constexpr double kPythonSeconds = 3e-7;
/// Cycles from what is before a loop to its iterations: how many there are, whole vectors and what is left of them.
constexpr double kCyclesOfLoop = 20;
/// The same of a loop that threads may share: who takes part, and how much each takes.
constexpr double kCyclesOfSharedLoop = 80;
/// Vectors of a loop that are under way together: their chains fill each other's waits.
constexpr double kVectorsTogether = 4;
/// A block of rows becomes vectors of columns: so many operations for each vector.
constexpr double kOperationsOfRows = 6;
/// A loop on some of the threads starts sooner than one on all.
constexpr double kStartOfFew = 0.3;
constexpr double kIdleSeconds = std::chrono::duration<double>(runtime::kIdleSpin).count();

/// Multiplications with addition per second in so many of them: between two products that were timed, along the line.
double contraction_rate(const CpuRates& cpu, double count) {
  const double here = std::log2(std::max(count, 1.0));
  double at = 0;
  double rate = cpu.contraction.front();
  for (size_t i = 0; i < kProductSides.size(); ++i) {
    const double next = 3 * std::log2(static_cast<double>(kProductSides[i]));
    if (i > 0 && here < next)
      return rate + (cpu.contraction[i] - rate) * std::max(0.0, here - at) / (next - at);
    at = next;
    rate = cpu.contraction[i];
  }
  return rate;
}

/// Chunks of each launch, which so many threads take.
double chunks_of(const PartWork& part, double used) {
  return std::max(used, chunks_taken(std::min(part.cpu.dealt, part.chunks), used));
}

/// Of the lanes of vectors, those that have an iteration to do.
double filled_lanes(const PartWork& part, const CpuRates& cpu, double used) {
  double together = part.cpu.together;
  if (used > 1 && part.cpu.deals_lanes) together = std::min(together, part.cpu.dealt / chunks_of(part, used));
  return together / (std::ceil(together / cpu.lanes) * cpu.lanes);
}

/// Loads run beside operations, as many in a cycle: between both after each other and the longer one alone.
double beside(double operations, double loads) {
  return std::max(operations, loads) + std::min(operations, loads) / 2;
}

/// Seconds of all operations, if one thread did them with the rate of all.
double operations_seconds(const PartWork& part, const CpuRates& cpu, double used) {
  const cost::OperationCounts& counts = part.operations;
  const bool vector = part.cpu.code != CpuCode::Scalar;
  const double narrow_lanes = vector ? 2 : 1;  // a vector holds twice as many
  const double slower = vector ? 1 : cpu.lanes / kAtOnce;
  const double simple = counts.wide.simple + counts.narrow.simple / narrow_lanes;
  // Their rates are those of vectors, where narrow values are faster by more than their number.
  const double scalar = vector ? 1 : 2;
  const double heavy = over(counts.wide.divisions, cpu.divisions) +
                       over(counts.wide.functions, cpu.functions) +
                       scalar * (over(counts.narrow.divisions, cpu.narrow_divisions) +
                                 over(counts.narrow.functions, cpu.narrow_functions));
  if (part.cpu.code == CpuCode::Tiled)
    return over(simple, contraction_rate(cpu, simple / part.launches)) + heavy;
  const double wide_share = over(counts.wide.simple, counts.wide.simple + counts.narrow.simple);
  const double load_lanes = vector ? 2 - wide_share : 1;
  const double apart = vector ? part.cpu.apart * cpu.lanes + part.cpu.rows * kOperationsOfRows : 0;
  const double all = part.loads + part.scattered_loads;
  const double together = std::max(0.0, all - (vector ? part.cpu.apart + part.cpu.rows : 0));
  const double loads = together / load_lanes + apart;
  const double filled = vector ? filled_lanes(part, cpu, used) : 1;
  return (slower * over(beside(simple + counts.integer, loads), cpu.arithmetic) +
          (vector ? 1 : cpu.lanes) * heavy) /
         filled;
}

/// Of an array of this size, the bytes that a cache of that size still has when they are read again.
double held(double bytes, double cache) { return std::clamp(2 * cache - bytes, 0.0, bytes); }

/// Of what is only read, the caches of several threads hold the same: a thread finds so much of what it once had.
constexpr double kFoundAgain = 0.5;

/// Seconds of one byte that so many threads read of an array of this size, which they have read before: each time chunks
/// are dealt anew, and much that the cache of a thread holds is what another one needs. `read`: the part that nobody stores to.
double byte_seconds(const CpuRates& cpu, double bytes, double read, double threads) {
  if (bytes <= 0) return 0;
  const double in_caches = held(bytes, threads * cpu.own_cache_bytes);
  const double alone = kFoundAgain * read * std::min(1.0, cpu.own_cache_bytes / bytes);
  const double own = threads > 1 ? in_caches * alone : in_caches;
  const double shared = std::max(in_caches, held(bytes, cpu.shared_cache_bytes / 2));
  const double from_memory = std::min(cpu.memory_bytes, threads * cpu.thread_memory_bytes);
  const double from_shared =
      std::max(from_memory, std::min(cpu.shared_bytes, threads * cpu.thread_shared_bytes));
  const double of_all = threads / std::max(cpu.threads, 1);
  const double from_caches = std::max(from_shared, of_all * cpu.dealt_bytes);
  const double from_own = std::max(from_caches, of_all * cpu.cached_bytes);
  return (over(own, from_own) + over(in_caches - own, from_caches) + over(shared - in_caches, from_shared) +
          over(bytes - shared, from_memory)) /
         bytes;
}

/// Of the bytes that a part touches, those of arrays that it does not store to.
double read_share(const PartWork& part) {
  double read = 0;
  double all = 0;
  for (const ArrayTraffic& array : part.arrays) {
    all += array.loaded + array.stored;
    if (array.stored == 0) read += array.loaded;
  }
  return over(read, all);
}

/// The first time bytes come from where the call before left them, then from where the loops around the part hold them.
double memory_seconds(const PartWork& part, double touched, const CpuRates& cpu, double threads) {
  const double read = read_share(part);
  double seconds = part.first_bytes * byte_seconds(cpu, std::max(touched, part.first_bytes), read, threads);
  for (const Reread& again : part.rereads) seconds += again.bytes * byte_seconds(cpu, again.reach, read, threads);
  return seconds;
}

/// Of the steps that wait for each other. Vectors of parallel iterations are several at a time.
double chain_seconds(const PartWork& part, const CpuRates& cpu, double threads) {
  if (part.cpu.code == CpuCode::Tiled) return 0;
  const bool vector = part.cpu.code == CpuCode::Vector && !part.in_order;
  const double together = vector ? std::min(part.cpu.together, kVectorsTogether * cpu.lanes) : 1;
  return over(part.cpu.chain, cpu.cycles * threads * together);
}

/// Of the loops inside a part: those in a vector loop start once for all lanes.
double loops_seconds(const PartWork& part, const CpuRates& cpu, double threads) {
  if (part.cpu.code == CpuCode::Tiled) return 0;
  const double starts = part.cpu.starts + part.cpu.vector_starts / std::min(part.cpu.together, cpu.lanes);
  return over(kCyclesOfLoop * starts, cpu.cycles * threads);
}

/// On so many threads, once they run. `touched`: bytes, by the whole call.
double running_seconds(const PartWork& part, double touched, const CpuRates& cpu, double threads) {
  return loops_seconds(part, cpu, threads) +
         std::max({operations_seconds(part, cpu, threads) * std::max(cpu.threads, 1) / threads,
                   memory_seconds(part, touched, cpu, threads), chain_seconds(part, cpu, threads)});
}

double threads_used(const PartWork& part, int threads) {
  return std::max(1.0, std::floor(std::min({static_cast<double>(threads), part.iterations, part.chunks})));
}

/// Until a part runs, all its launches.
double start_seconds(const PartWork& part, const CpuRates& cpu, double used) {
  if (used <= 1) return part.launches * over(part.in_order ? kCyclesOfLoop : kCyclesOfSharedLoop, cpu.cycles);
  const double team =
      cpu.region_seconds * (kStartOfFew + (1 - kStartOfFew) * used / std::max(cpu.threads, 1));
  return part.launches * (team + cpu.chunk_seconds * (chunks_of(part, used) - used));
}

}  // namespace

int threads_of(const CallWork& work, const CpuRates& cpu) {
  return work.threads > 0 ? std::min(work.threads, cpu.threads) : cpu.threads;
}

double part_seconds(const PartWork& part, double touched, const CpuRates& cpu, int threads) {
  const double used = threads_used(part, threads);
  return start_seconds(part, cpu, used) + running_seconds(part, touched, cpu, used);
}

double parts_seconds(const CallWork& work, const CpuRates& cpu) {
  const int threads = threads_of(work, cpu);
  double seconds = kPythonSeconds;
  double idle = 0;  // since threads had something to do, the end of the call before included
  for (const bool first : {true, false}) {
    for (const PartWork& part : work.parts) {
      const double own = part_seconds(part, work.touched_bytes, cpu, threads);
      const bool is_threaded = threads_used(part, threads) > 1;
      if (!first) seconds += own;
      if (!first && is_threaded && idle > kIdleSeconds) seconds += part.launches * cpu.wake_seconds;
      idle = is_threaded ? 0 : idle + own / part.launches;
    }
  }
  return seconds;
}

double starts_seconds(const CallWork& work, const CpuRates& cpu) {
  double seconds = kPythonSeconds;
  for (const PartWork& part : work.parts)
    seconds += start_seconds(part, cpu, threads_used(part, threads_of(work, cpu)));
  return seconds;
}

}  // namespace unpython::driver
