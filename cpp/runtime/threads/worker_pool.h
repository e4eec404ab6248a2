// The threads behind parallel_for: made once by OpenMP, fed from a queue of jobs, asleep when there are none.
#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include <pthread.h>
#include <sched.h>

namespace unpython::runtime {

inline constexpr int kMaxWorkers = 255;
/// Workers that find nothing to do sleep after that: a Python loop over small calls finds them awake.
inline constexpr std::chrono::microseconds kIdleSpin{50};

/// Takes chunks of the loop until there are none.
using LoopRunner = void (*)(void* loop, bool is_caller);

/// One loop in progress: what its caller and the workers that joined share. The plain members are set while
/// nobody can join, and read by whoever has joined.
struct alignas(64) Job {
  LoopRunner run = nullptr;
  void* loop = nullptr;
  std::optional<cpu_set_t>
      elsewhere;  ///< processors of the caller but the one it runs on; empty: workers stay free
  std::atomic<bool> used{false};     ///< belongs to a caller
  std::atomic<int> next_to_wake{0};  ///< index of the worker that is tried next
  std::atomic<int> to_wake{0};       ///< workers that may still be woken for it

  /// Workers inside `run` in the lower half, workers that may still join in the upper one.
  alignas(64) std::atomic<uint32_t> workers{0};
  static constexpr uint32_t kOneMore = 1 << 16;
  [[nodiscard]] static uint32_t active(uint32_t workers) { return workers % kOneMore; }
};

/// Never destroyed: its threads sleep until the process ends. A forked child has none of them and makes a new
/// pool.
class WorkerPool {
 public:
  /// The pool of this process.
  static WorkerPool& of_process();

  /// Offers loop to at most `workers` other threads, runs it here too, and returns when all that joined have
  /// left.
  void run(LoopRunner runner, void* loop, int workers);

 private:
  struct alignas(64) Worker {
    std::atomic<uint32_t> asleep{0};
    pthread_t thread{};
    cpu_set_t allowed{};  ///< what wake() last set; touched only by whoever took `asleep` from 1 to 0
  };

  void ensure_workers(int count);
  void start_threads(int count);
  void host_threads(int count);
  [[noreturn]] void work();
  Job* open_job(LoopRunner runner, void* loop, int workers);
  static void close(Job& job);
  Job* join();
  void sleep(Worker& self, uint32_t seen);
  void wake_two(Job& job);
  bool wake(Worker& worker, const Job& job);

  static constexpr size_t kMaxJobs = 64;

  std::array<Job, kMaxJobs> jobs_;     ///< of callers at the same time; a further one runs its loop alone
  std::atomic<size_t> known_jobs_{0};  ///< jobs_ below this index have been used
  alignas(64) std::atomic<uint32_t> posted_{0};  ///< number of jobs so far; a change ends the workers' spinning
  std::atomic<int> wanted_{0};       ///< workers that callers at this moment ask for
  std::atomic<int> sleepers_{0};     ///< workers with `asleep` set
  std::array<Worker, kMaxWorkers> workers_;
  std::atomic<int> registered_{0};  ///< workers_ below this index are running
  std::mutex growth_;               ///< guards changes of registered_ and started_
  std::atomic<int> started_{0};     ///< threads asked for
};

}  // namespace unpython::runtime
