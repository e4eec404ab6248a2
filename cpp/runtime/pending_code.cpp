#include "runtime/pending_code.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/device/device_failure.h"
#include "runtime/device/forked.h"
#include "runtime/device/log_failure.h"
#include "support/new_thread.h"
#include "support/spans.h"
#include "support/stop_request.h"

namespace unpython::runtime {

/// The threads, and what waits for them. Never destroyed: codes may go later.
class CodeMakers {
 public:
  struct Task {
    const PendingCode* code;
    PendingCode::Making* making;
  };
  static CodeMakers& of_process() {
    static CodeMakers& makers = *new CodeMakers;
    return makers;
  }
  CodeMakers(const CodeMakers&) = delete;
  CodeMakers& operator=(const CodeMakers&) = delete;

  void add(const PendingCode& code, PendingCode::Making& making) {
    const std::scoped_lock lock(mutex);
    add_locked({&code, &making});
  }
  /// The caller holds the mutex.
  void add_locked(const Task& task) {
    if (is_over_) return;
    queue_of(*task.code, *task.making).push_back(task);
    const size_t wanted = busy_ + waiting_.size() + (may_go_behind() ? 1 : 0);
    try {
      if (threads_.size() < std::min(most_, wanted)) threads_.push_back(new_thread([this] { work(); }));
    } catch (const std::system_error&) {  // no more threads can be had: who needs the code makes it
    }
    changed.notify_all();
  }
  /// A forked child has none of the threads: nobody in it opens what they have locked.
  [[nodiscard]] bool is_ours() const { return mark_.is_ours(); }
  /// The caller holds the mutex.
  void remove(const PendingCode& code, const PendingCode::Making& making) {
    std::erase_if(queue_of(code, making), [&](const Task& task) { return task.making == &making; });
  }

  std::mutex mutex;  ///< also of the state of each code
  std::condition_variable changed;

 private:
  static constexpr size_t kMostThreads = 8;

  CodeMakers() = default;
  /// Best codes that somebody waits for with quick ones at hand go behind all others.
  std::deque<Task>& queue_of(const PendingCode& code, const PendingCode::Making& making) {
    return making.effort == Effort::Best && code.first_ == Effort::Quick ? behind_ : waiting_;
  }
  /// Half of the threads are left to what a call waits for.
  [[nodiscard]] bool may_go_behind() const { return !behind_.empty() && busy_behind_ < std::max<size_t>(most_ / 2, 1); }
  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return is_over_ || !waiting_.empty() || may_go_behind(); });
      if (is_over_) return;
      const bool goes_behind = waiting_.empty();
      const Task task = goes_behind ? behind_.front() : waiting_.front();
      task.code->begin(*task.making);
      ++busy_;
      busy_behind_ += goes_behind ? 1 : 0;
      if (!std::exchange(stops_at_exit_, true)) {
        lock.unlock();
        stop_before_compiler(task.code->device_);
        lock.lock();
      }
      task.code->make(*task.making, lock);
      --busy_;
      busy_behind_ -= goes_behind ? 1 : 0;
      changed.notify_all();
    }
  }
  /// A compiler's own objects go at the end of the process, those of what was opened last first: no thread may be inside it then.
  static void stop_before_compiler(Device& device) {
    std::string reason;
    try {
      static_cast<void>(device.can_compile(reason));
    } catch (const DeviceFailure& failure) {  // whoever needs the code is told
      log_failure(failure);
    }
    std::atexit([] { of_process().stop(); });
  }
  void stop() {
    if (!is_ours()) return;
    {
      const std::scoped_lock lock(mutex);
      is_over_ = true;
    }
    changed.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  const ProcessMark mark_{};
  const size_t most_ = std::clamp<size_t>(std::thread::hardware_concurrency() / 2, 1, kMostThreads);
  std::deque<Task> waiting_;
  std::deque<Task> behind_;
  std::vector<std::thread> threads_;
  size_t busy_ = 0;         ///< threads
  size_t busy_behind_ = 0;  ///< of them with a task of behind_
  bool stops_at_exit_ = false;
  bool is_over_ = false;
};

PendingCode::PendingCode(Device& device, DeviceSource source, DiskCache* cache, Begin begin, Effort first)
    : device_(device), source_(std::move(source)), cache_(cache), first_(first) {
  if (begin == Begin::Now) CodeMakers::of_process().add(*this, first_ == Effort::Quick ? quick_ : best_);
}

PendingCode::~PendingCode() {
  CodeMakers& makers = CodeMakers::of_process();
  if (!makers.is_ours()) return;
  std::unique_lock lock(makers.mutex);
  // What is made quickly asks for the best when it is made.
  for (Making* making : {&quick_, &best_}) {
    makers.remove(*this, *making);
    making->unwanted = cache_ == nullptr;
    makers.changed.wait(lock, [making] { return making->state != State::InWork; });
  }
}

const DeviceCode* PendingCode::made(Effort least) const {
  if (best_.state.load(std::memory_order_acquire) == State::Made) return best_.code.code.get();
  if (least == Effort::Quick && quick_.state.load(std::memory_order_acquire) == State::Made) return quick_.code.code.get();
  return nullptr;
}

/// With the lock of CodeMakers.
void PendingCode::begin(Making& making) const {
  CodeMakers::of_process().remove(*this, making);
  making.state = State::InWork;
}

/// After begin(), with the lock, which is open meanwhile.
void PendingCode::make(Making& making, std::unique_lock<std::mutex>& lock) const {
  lock.unlock();
  LoadedCode made;
  std::exception_ptr failure;
  try {
    DeviceSource source = source_;
    source.effort = making.effort;
    source.unwanted = &making.unwanted;
    made = load_code(device_, source, cache_);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  CodeMakers& makers = CodeMakers::of_process();
  making.code = std::move(made);
  making.failure = failure;
  making.state = failure ? State::Failed : State::Made;
  if (&making == &quick_ && !failure && best_.state == State::Waiting) {
    if (quick_.code.effort == Effort::Quick) {
      makers.add_locked({this, &best_});
    } else {
      best_.code = quick_.code;
      best_.state = State::Made;
    }
  }
  makers.changed.notify_all();
}

/// Until nobody works on it. Python may be asked whether to stop, with nothing locked.
void PendingCode::wait(const Making& making, std::unique_lock<std::mutex>& lock) const {
  constexpr std::chrono::milliseconds kBetweenQuestions{20};
  CodeMakers& makers = CodeMakers::of_process();
  const Span span("compile", "wait for kernel code");
  while (making.state == State::InWork) {
    if (!is_asking()) {
      makers.changed.wait(lock);
      continue;
    }
    lock.unlock();
    stop_if_asked();
    lock.lock();
    if (making.state == State::InWork) makers.changed.wait_for(lock, kBetweenQuestions);
  }
}

const DeviceCode& PendingCode::get(Effort least) const {
  if (const DeviceCode* const code = made(least)) return *code;
  std::unique_lock lock(CodeMakers::of_process().mutex);
  if (const DeviceCode* const code = made(least)) return *code;
  Making& making = least == Effort::Quick && first_ == Effort::Quick ? quick_ : best_;
  if (making.state == State::InWork) wait(making, lock);
  if (making.state == State::Waiting) {
    begin(making);
    make(making, lock);
  }
  if (making.state == State::Failed) {
    making.state = State::Waiting;
    std::rethrow_exception(std::exchange(making.failure, nullptr));
  }
  return *making.code.code;
}

const char* PendingCode::cache() const {
  const std::scoped_lock lock(CodeMakers::of_process().mutex);
  return best_.state == State::Made || first_ == Effort::Best ? best_.code.cache : quick_.code.cache;
}

}  // namespace unpython::runtime
