// Queue, sleep and wake-up of the worker threads.
#include "runtime/threads/worker_pool.h"

#include <omp.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <thread>

#include "runtime/threads/parallel_for.h"
#include "support/log.h"
#include "support/new_thread.h"

namespace unpython::runtime {
namespace {

using std::chrono::microseconds;

constexpr microseconds kClosingSpin{50};  // then the processor may be what the worker is waiting for

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb");
#endif
}

/// Waits for `done` without sleeping; whether it came.
template <class Done>
bool spin(microseconds longest, Done done) {
  constexpr int kPausesPerLook = 32;  // at the clock
  const auto end = std::chrono::steady_clock::now() + longest;
  do {
    for (int pause = 0; pause < kPausesPerLook; ++pause) {
      if (done()) return true;
      pause_briefly();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

/// The pool of this process and the lock that guards its making; the fork handlers below keep both usable in
/// a child.
std::atomic<WorkerPool*> process_pool{nullptr};
std::mutex process_pool_mutex;

void before_fork() { process_pool_mutex.lock(); }
void after_fork_in_parent() { process_pool_mutex.unlock(); }
void after_fork_in_child() {
  process_pool = nullptr;  // its threads stayed in the parent, its locks may be held for ever
  process_pool_mutex.unlock();
}

/// The processors that the calling thread may use, without the one it runs on. Some schedulers put a woken
/// thread on the processor of its waker, where it would wait until the loop is over; so workers are kept off
/// it, unless the user binds threads. Empty when that is unknown or leaves none.
std::optional<cpu_set_t> other_processors() {
  cpu_set_t allowed;
  const int here = sched_getcpu();
  if (here < 0 || omp_get_proc_bind() != omp_proc_bind_false) return std::nullopt;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return std::nullopt;
  CPU_CLR(static_cast<size_t>(here), &allowed);
  if (CPU_COUNT(&allowed) == 0) return std::nullopt;
  return allowed;
}

/// Signals are for the threads of the program: Python's main thread must be the one that a Ctrl-C interrupts.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

WorkerPool& WorkerPool::of_process() {
  WorkerPool* pool = process_pool.load(std::memory_order_acquire);
  if (pool != nullptr) return *pool;
  const std::scoped_lock lock(process_pool_mutex);
  [[maybe_unused]] static const int registered =
      pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
  if (process_pool.load() == nullptr) process_pool = new WorkerPool;
  return *process_pool;
}

void WorkerPool::run(LoopRunner runner, void* loop, int workers) {
  workers = std::min(workers, kMaxWorkers);
  const int wanted = wanted_.fetch_add(workers, std::memory_order_relaxed) + workers;
  ensure_workers(workers);
  // The first of several callers would keep all of them: copies to two devices.
  if (wanted > workers) ensure_workers(std::min({wanted, available_threads() - 1, kMaxWorkers}));
  Job* job = open_job(runner, loop, workers);
  if (job != nullptr) wake_two(*job);
  runner(loop, true);
  if (job != nullptr) close(*job);
  wanted_.fetch_sub(workers, std::memory_order_relaxed);
}

/// A job that workers may join; null where too many callers have one.
Job* WorkerPool::open_job(LoopRunner runner, void* loop, int workers) {
  const auto unused = std::find_if(jobs_.begin(), jobs_.end(), [](Job& job) {
    return !job.used.load(std::memory_order_relaxed) && !job.used.exchange(true, std::memory_order_acquire);
  });
  if (unused == jobs_.end()) return nullptr;
  Job& job = *unused;
  const auto known = static_cast<size_t>(unused - jobs_.begin()) + 1;
  for (size_t before = known_jobs_; before < known && !known_jobs_.compare_exchange_weak(before, known);) {
  }
  job.run = runner;
  job.loop = loop;
  job.elsewhere = sleepers_.load(std::memory_order_relaxed) > 0 ? other_processors() : std::nullopt;
  job.next_to_wake = 0;
  job.to_wake = workers;
  job.workers = static_cast<uint32_t>(workers) * Job::kOneMore;
  posted_.fetch_add(1);
  return &job;
}

/// Only workers that joined are waited for; one that is still on its way finds the job closed.
void WorkerPool::close(Job& job) {
  job.workers.fetch_and(Job::kOneMore - 1, std::memory_order_acq_rel);
  const auto workers_now = [&] { return job.workers.load(std::memory_order_acquire); };
  spin(kClosingSpin, [&] { return Job::active(workers_now()) == 0; });
  for (uint32_t workers = workers_now(); Job::active(workers) > 0; workers = workers_now())
    job.workers.wait(workers);
  job.used.store(false, std::memory_order_release);
}

Job* WorkerPool::join() {
  const size_t known = known_jobs_.load();
  for (size_t index = 0; index < known; ++index) {
    std::atomic<uint32_t>& workers = jobs_[index].workers;
    uint32_t before = workers.load();
    while (before >= Job::kOneMore) {
      if (workers.compare_exchange_weak(before, before - Job::kOneMore + 1)) return &jobs_[index];
    }
  }
  return nullptr;
}

void WorkerPool::work() {
  Worker& self = [this]() -> Worker& {
    const std::scoped_lock lock(growth_);
    Worker& worker = workers_[static_cast<size_t>(registered_.load())];
    worker.thread = pthread_self();
    registered_.fetch_add(1, std::memory_order_release);
    return worker;
  }();
  for (;;) {
    const uint32_t seen = posted_.load();
    if (Job* job = join()) {
      wake_two(*job);
      job->run(job->loop, false);
      if (job->workers.fetch_sub(1, std::memory_order_acq_rel) == 1) job->workers.notify_one();
      continue;
    }
    if (!spin(kIdleSpin, [&] { return posted_.load(std::memory_order_relaxed) != seen; })) sleep(self, seen);
  }
}

void WorkerPool::sleep(Worker& self, uint32_t seen) {
  sleepers_.fetch_add(1);
  self.asleep.store(1);
  if (posted_.load() == seen) {
    self.asleep.wait(1);
  } else if (self.asleep.exchange(0) == 1) {
    sleepers_.fetch_sub(1);
  }
}

/// Wakes as a tree: each worker that joins wakes two more, so that no thread pays for all.
void WorkerPool::wake_two(Job& job) {
  const int last = registered_.load(std::memory_order_acquire);
  for (int woken = 0; woken < 2 && sleepers_.load() > 0 && job.to_wake.load(std::memory_order_relaxed) > 0;) {
    const int index = job.next_to_wake.fetch_add(1, std::memory_order_relaxed);
    if (index >= last) return;
    if (!wake(workers_[static_cast<size_t>(index)], job)) continue;
    job.to_wake.fetch_sub(1, std::memory_order_relaxed);
    ++woken;
  }
}

bool WorkerPool::wake(Worker& worker, const Job& job) {
  if (worker.asleep.load() == 0 || worker.asleep.exchange(0) == 0) return false;
  sleepers_.fetch_sub(1);
  if (job.elsewhere.has_value() && !CPU_EQUAL(&*job.elsewhere, &worker.allowed)) {
    worker.allowed = *job.elsewhere;
    pthread_setaffinity_np(worker.thread, sizeof worker.allowed, &worker.allowed);
  }
  worker.asleep.notify_one();
  return true;
}

void WorkerPool::ensure_workers(int count) {
  if (started_.load(std::memory_order_acquire) >= count) return;
  const std::scoped_lock lock(growth_);
  const int missing = count - started_.load();
  if (missing <= 0) return;
  started_ = count;
  const SignalsBlocked blocked;
  if (omp_get_proc_bind() == omp_proc_bind_false) return start_threads(missing);
  try {
    new_thread([this, missing] { host_threads(missing); }).detach();
  } catch (const std::system_error& error) {
    log(LogLevel::Warn, [&] { return std::string("no worker threads can be made: ") + error.what(); });
  }
}

/// As many as the system gives: OpenMP would end the process for one that it does not give.
void WorkerPool::start_threads(int count) {
  for (int made = 0; made < count; ++made) {
    try {
      new_thread([this] { work(); }).detach();
    } catch (const std::system_error& error) {
      log(LogLevel::Warn, [&] {
        return "only " + std::to_string(made) + " of " + std::to_string(count) +
               " worker threads can be made: " + error.what();
      });
      return;
    }
  }
}

/// Threads that the user binds to places are OpenMP's. The thread that enters the region stands for the
/// caller: it holds the caller's place and sleeps.
void WorkerPool::host_threads([[maybe_unused]] int count) {
#pragma omp parallel num_threads(count + 1)
  {
    make_thread_storage();
    if (omp_get_thread_num() != 0) work();
    const std::atomic<bool> over{false};
    over.wait(false);
  }
}

}  // namespace unpython::runtime
