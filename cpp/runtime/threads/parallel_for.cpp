// Cuts a loop into chunks and keeps the lowest failure.
#include "runtime/threads/parallel_for.h"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "runtime/threads/host_memory.h"
#include "runtime/threads/interruption.h"
#include "runtime/threads/worker_pool.h"

namespace unpython::runtime {
namespace {

using std::chrono::nanoseconds;

constexpr nanoseconds kChunkTime = std::chrono::milliseconds(1);  // chunks of a long loop grow to about this
constexpr nanoseconds kAffinityAge = std::chrono::milliseconds(100);
constexpr int64_t kFirstChunks =
    64;  // a thread's first chunk is this part of its share: its cost is not known yet
constexpr int64_t kGrowth = 8;

thread_local bool inside_loop = false;

/// Marks the thread as running chunks.
class InsideLoop {
 public:
  InsideLoop() : before_(std::exchange(inside_loop, true)) {}
  ~InsideLoop() { inside_loop = before_; }
  InsideLoop(const InsideLoop&) = delete;
  InsideLoop& operator=(const InsideLoop&) = delete;

 private:
  bool before_;
};

/// One loop in progress.
class Loop {
 public:
  Loop(const abi::Services& services, int64_t extent, int64_t grain, int threads, abi::ParallelBody body,
       void* context)
      : services_(services),
        extent_(extent),
        grain_(grain),
        threads_(threads),
        body_(body),
        context_(context) {}

  /// Takes chunks until there are none. Only the caller of the loop may poll.
  void take_chunks(bool may_poll);
  /// The loop's status; `error` becomes the lowest failing record.
  [[nodiscard]] int32_t finish(abi::ErrorRecord* error) const;

 private:
  struct Chunk {
    int64_t begin = 0;
    int64_t end = 0;
  };
  Chunk claim(int64_t wanted);
  void stop() { next_ = extent_; }
  void interrupt() {
    interrupted_ = true;
    stop();
  }
  void fail(int64_t begin, int32_t status, const abi::ErrorRecord& error);

  const abi::Services& services_;
  const int64_t extent_;
  const int64_t grain_;
  const int64_t threads_;
  const abi::ParallelBody body_;
  void* const context_;
  alignas(64) std::atomic<int64_t> next_{0};
  alignas(64) std::mutex mutex_;  ///< guards failed_begin_, status_, error_
  int64_t failed_begin_ = std::numeric_limits<int64_t>::max();
  int32_t status_ = abi::kOk;
  abi::ErrorRecord error_{};
  std::atomic<bool> interrupted_{false};
};

/// The next `wanted` iterations, but at least a grain, and of what is left no more than half of a thread's
/// share: so that all threads end together.
Loop::Chunk Loop::claim(int64_t wanted) {
  int64_t begin = next_.load(std::memory_order_relaxed);
  for (;;) {
    const int64_t left = extent_ - begin;
    if (left <= 0) return {};
    const int64_t share = threads_ == 1 ? left : left / (kChunksOfThread * threads_);
    int64_t size = std::min(left, std::max(grain_, std::min(wanted, share)));
    if (left - size < grain_) size = left;
    if (next_.compare_exchange_weak(begin, begin + size, std::memory_order_relaxed))
      return {begin, begin + size};
  }
}

void Loop::take_chunks(bool may_poll) {
  const InsideLoop inside;
  std::optional<StopsWith> stops;
  if (!may_poll) stops.emplace(interrupted_);
  int64_t wanted = extent_ / (kFirstChunks * threads_) + 1;
  Clock::time_point start = Clock::now();
  for (Chunk chunk = claim(wanted); chunk.end > chunk.begin; chunk = claim(wanted)) {
    abi::ErrorRecord error{};
    error.site = -1;
    const int32_t status = body_(context_, chunk.begin, chunk.end, &error);
    if (status == abi::kInterrupted) return interrupt();
    if (status != abi::kOk) return fail(chunk.begin, status, error);
    const Clock::time_point now = Clock::now();
    const double growth = static_cast<double>(nanoseconds(kChunkTime).count()) /
                          static_cast<double>(std::max<int64_t>(nanoseconds(now - start).count(), 1));
    wanted = static_cast<int64_t>(static_cast<double>(chunk.end - chunk.begin) *
                                  std::min(growth, static_cast<double>(kGrowth))) +
             1;
    start = now;
    if (may_poll && asked_to_stop(services_, now)) return interrupt();
  }
}

/// Chunks are claimed in ascending order, so all below this one are running or done: nothing else is to be
/// started.
void Loop::fail(int64_t begin, int32_t status, const abi::ErrorRecord& error) {
  stop();
  const std::scoped_lock lock(mutex_);
  if (begin >= failed_begin_) return;
  failed_begin_ = begin;
  status_ = status;
  error_ = error;
}

int32_t Loop::finish(abi::ErrorRecord* error) const {
  if (interrupted_) return abi::kInterrupted;
  if (status_ != abi::kOk) *error = error_;
  return status_;
}

int affinity_count() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void* allocate(const abi::Services*, int64_t bytes) { return HostMemory::of_process().allocate(bytes); }

void release(const abi::Services*, void* memory) { HostMemory::of_process().release(memory); }

}  // namespace

int32_t parallel_for(const abi::Services* services, int64_t extent, int64_t grain, abi::ParallelBody body,
                     void* context, abi::ErrorRecord* error) {
  if (extent <= 0) return abi::kOk;
  if (inside_loop) return body(context, 0, extent, error);
  grain = std::max(grain, int64_t{1});
  if (extent <= grain) {
    const int32_t status = body(context, 0, extent, error);
    const bool polled = services->poll != nullptr;  // a tiny call has none, and no time for the clock
    return polled && asked_to_stop(*services, Clock::now()) ? abi::kInterrupted : status;
  }
  const int64_t threads =
      std::clamp(extent / grain, int64_t{1}, std::max(int64_t{services->threads}, int64_t{1}));
  Loop loop(*services, extent, grain, static_cast<int>(threads), body, context);
  if (threads == 1) {
    loop.take_chunks(true);
  } else {
    const auto run = [](void* shared, bool is_caller) { static_cast<Loop*>(shared)->take_chunks(is_caller); };
    WorkerPool::of_process().run(run, &loop, static_cast<int>(threads) - 1);
  }
  return loop.finish(error);
}

int available_threads() {
  thread_local Clock::time_point read_at;
  thread_local int allowed = 0;
  const Clock::time_point now = Clock::now();
  if (allowed == 0 || now - read_at > kAffinityAge) {
    allowed = affinity_count();
    read_at = now;
  }
  return std::min(allowed, omp_get_max_threads());
}

abi::Services make_services(int threads) {
  return {.parallel_for = parallel_for,
          .allocate = allocate,
          .release = release,
          .threads = threads > 0 ? threads : available_threads(),
          .poll = nullptr,
          .poll_user = nullptr,
          .pace = pace,
          .call_host = nullptr,
          .host = nullptr};
}

}  // namespace unpython::runtime
