// A thread for each piece of work, so that its caller can look for signals meanwhile; where no thread can be
// made, another stack on the caller's thread.
#include "support/large_stack.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <mutex>
#include <new>
#include <vector>

#include "support/new_thread.h"
#include "support/spans.h"

namespace unpython {
namespace {

constexpr size_t kBytesPerNode = size_t{12} << 10;
constexpr size_t kStackBytes = kDeepestProgram * kBytesPerNode + (size_t{16} << 20);
/// For what does not grow with the program: LLVM, the C library.
constexpr size_t kSpareBytes = size_t{256} << 10;
constexpr std::chrono::milliseconds kBetweenLooks(20);

/// Pages are used, and memory is taken, as far as the work gets.
class Stack {
 public:
  Stack()
      : memory_(mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::bad_alloc();
    mprotect(memory_, size_t{64} << 10, PROT_NONE);  // too deep a recursion ends here and not in other memory
  }
  ~Stack() { munmap(memory_, kStackBytes); }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;
  [[nodiscard]] void* memory() const { return memory_; }

 private:
  void* memory_;
};

/// One piece of work, and the thread that runs it.
struct Task {
  std::shared_ptr<std::function<void()>> work;
  std::exception_ptr failure;
  std::atomic<bool> left = false;  ///< nobody waits for it
  bool done = false;               ///< guarded by the mutex of the tasks
  const int64_t for_thread = span_thread();
  Stack stack;
  pthread_t thread{};
};

/// Never destroyed: threads may end while the process does.
struct Tasks {
  std::mutex mutex;
  std::condition_variable ended;
  std::vector<std::unique_ptr<Task>> left;  ///< that nobody waits for
};

/// A child of fork() has none of the threads.
Tasks& tasks() {
  static auto* made = [] {
    pthread_atfork(nullptr, nullptr, [] { new (&tasks()) Tasks; });
    return new Tasks;
  }();
  return *made;
}

thread_local const Task* running = nullptr;

void run(Task& task) {
  const Task* before = std::exchange(running, &task);
  const OnBehalfOf waiting(task.for_thread);
  try {
    (*task.work)();
  } catch (...) {
    task.failure = std::current_exception();
  }
  running = before;
}

void* run_thread(void* given) {
  make_thread_storage();
  auto& task = *static_cast<Task*>(given);
  run(task);
  const std::scoped_lock lock(tasks().mutex);
  task.done = true;
  tasks().ended.notify_all();
  return nullptr;
}

[[nodiscard]] bool start_thread(Task& task) {
  if (!has_room_for_thread_storage()) return false;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  const bool started = pthread_attr_setstack(&attributes, task.stack.memory(), kStackBytes) == 0 &&
                       pthread_create(&task.thread, &attributes, run_thread, &task) == 0;
  pthread_attr_destroy(&attributes);
  return started;
}

/// Waits for the task; true if the caller wants to stop.
bool wait_or_stop(const Task& task) {
  std::unique_lock lock(tasks().mutex);
  const auto done = [&] { return task.done; };
  if (!is_asking()) {
    tasks().ended.wait(lock, done);
    return false;
  }
  while (!tasks().ended.wait_for(lock, kBetweenLooks, done)) {
    lock.unlock();
    const bool stop = asked_to_stop();
    lock.lock();
    if (stop) return true;
  }
  return false;
}

/// For programs without Python. What a library makes after the first task was left, it destroys before this.
void leave(std::unique_ptr<Task> task) {
  static const bool kWaits = std::atexit(wait_for_left_work) == 0;
  (void)kWaits;
  const std::scoped_lock lock(tasks().mutex);
  tasks().left.push_back(std::move(task));
}

/// Forgets the left tasks that have ended.
void reap() {
  std::vector<std::unique_ptr<Task>> ended;
  {
    const std::scoped_lock lock(tasks().mutex);
    auto& left = tasks().left;
    const auto first = std::partition(left.begin(), left.end(), [](const auto& task) { return !task->done; });
    ended.assign(std::make_move_iterator(first), std::make_move_iterator(left.end()));
    left.erase(first, left.end());
  }
  for (const auto& task : ended) pthread_join(task->thread, nullptr);
}

thread_local Task* task_to_enter = nullptr;

void enter_task() { run(*task_to_enter); }

/// Without a thread of its own.
void run_here(Task& task) {
  ucontext_t back;
  ucontext_t there;
  if (getcontext(&there) != 0) throw std::bad_alloc();
  there.uc_stack = {.ss_sp = task.stack.memory(), .ss_flags = 0, .ss_size = kStackBytes};
  there.uc_link = &back;
  task_to_enter = &task;
  makecontext(&there, enter_task, 0);
  if (swapcontext(&back, &there) != 0) throw std::bad_alloc();
}

/// A thread's own stack, from its lowest address. Without bytes: unknown.
struct OwnStack {
  uintptr_t end = UINTPTR_MAX;
  size_t bytes = 0;
};

/// That of the process, whose highest bytes hold the name of the program. pthread_getattr_np() would read /proc/self/maps, which takes a
/// third of a millisecond. Without bytes: this is another stack, or its limit is above what the kernel keeps free in any process.
OwnStack stack_of_process() {
  constexpr size_t kSureBytes = size_t{64} << 20;
  const uintptr_t top = getauxval(AT_EXECFN);
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  rlimit limit{};
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur > kSureBytes) return {};
  if (here >= top || top - here >= limit.rlim_cur) return {};
  return {.end = top - limit.rlim_cur, .bytes = limit.rlim_cur};
}

OwnStack ask_for_own_stack() {
  OwnStack stack = stack_of_process();
  if (stack.bytes != 0) return stack;
  pthread_attr_t attributes;
  void* address = nullptr;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  if (pthread_attr_getstack(&attributes, &address, &stack.bytes) == 0) stack.end = reinterpret_cast<uintptr_t>(address);
  pthread_attr_destroy(&attributes);
  return stack;
}

const OwnStack& own_stack() {
  thread_local const OwnStack stack = ask_for_own_stack();
  return stack;
}

}  // namespace

void wait_for_left_work() {
  std::unique_lock lock(tasks().mutex);
  tasks().ended.wait(lock, [] {
    return std::all_of(tasks().left.begin(), tasks().left.end(), [](const auto& task) { return task->done; });
  });
}

void stop_if_left() {
  if (running != nullptr && running->left) throw Interrupted();
}

bool detail::has_stack_for(int depth) {
  if (running != nullptr) return true;
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const size_t needed = static_cast<size_t>(depth) * kBytesPerNode + kSpareBytes;
  const uintptr_t end = own_stack().end;
  return here > end && here - end > needed;
}

bool is_stack_used_up() {
  const OwnStack& stack = own_stack();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return here >= stack.end && here - stack.end < std::min(kSpareBytes, stack.bytes / 8);
}

void detail::run_on_large_stack(std::shared_ptr<std::function<void()>> work, bool may_leave) {
  if (running != nullptr) return (*work)();  // already there
  reap();
  auto task = std::make_unique<Task>();
  task->work = std::move(work);
  if (!start_thread(*task)) {
    run_here(*task);
  } else {
    task->left = wait_or_stop(*task);
    if (task->left && may_leave) {
      leave(std::move(task));
      throw Interrupted();
    }
    pthread_join(task->thread, nullptr);
    if (task->left) throw Interrupted();
  }
  if (task->failure) std::rethrow_exception(task->failure);
}

}  // namespace unpython
