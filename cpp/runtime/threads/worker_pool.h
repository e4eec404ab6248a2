// The threads behind parallel_for: made once by OpenMP, fed from a queue of jobs, asleep when there are none.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <pthread.h>
#include <sched.h>

namespace unpython::runtime {

inline constexpr int kMaxWorkers = 255;

/// Takes chunks of the loop until there are none.
using LoopRunner = void (*)(void* loop, bool is_caller);

/// One loop in progress: what its caller and the workers that joined share.
struct Job {
  LoopRunner run = nullptr;
  void* loop = nullptr;
  std::optional<cpu_set_t>
      elsewhere;               ///< processors of the caller but the one it runs on; empty: workers stay free
  int room = 0;                ///< workers that may still join; guarded by WorkerPool::mutex_
  bool open = false;           ///< may be joined; guarded by WorkerPool::mutex_
  bool used = false;           ///< belongs to a caller; guarded by WorkerPool::mutex_
  std::atomic<int> active{0};  ///< workers inside `run`; grows only under WorkerPool::mutex_
  std::atomic<int> next_to_wake{0};  ///< index of the worker that is tried next
  std::atomic<int> to_wake{0};       ///< workers that may still be woken for it
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
  Job* join();
  void sleep(Worker& self, uint32_t seen);
  void wake_two(Job& job);
  bool wake(Worker& worker, const Job& job);

  std::mutex mutex_;  ///< guards jobs_ and the marked members of Job
  std::vector<std::unique_ptr<Job>>
      jobs_;                         ///< used again, never freed: a leaving worker may still notify one
  std::atomic<uint32_t> posted_{0};  ///< number of jobs so far; a change ends the workers' spinning
  std::atomic<int> sleepers_{0};     ///< workers with `asleep` set
  std::array<Worker, kMaxWorkers> workers_;
  std::atomic<int> registered_{0};  ///< workers_ below this index are running
  std::mutex growth_;               ///< guards changes of registered_ and started_
  std::atomic<int> started_{0};     ///< threads asked for
};

}  // namespace unpython::runtime
