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
  static CodeMakers& of_process() {
    static CodeMakers& makers = *new CodeMakers;
    return makers;
  }
  CodeMakers(const CodeMakers&) = delete;
  CodeMakers& operator=(const CodeMakers&) = delete;

  void add(const PendingCode& code) {
    const std::scoped_lock lock(mutex);
    if (is_over_) return;
    waiting_.push_back(&code);
    const size_t most = std::clamp<size_t>(std::thread::hardware_concurrency() / 2, 1, kMostThreads);
    try {
      if (threads_.size() < std::min(most, busy_ + waiting_.size())) threads_.push_back(new_thread([this] { work(); }));
    } catch (const std::system_error&) {  // no more threads can be had: who needs the code makes it
    }
    changed.notify_all();
  }
  /// A forked child has none of the threads: nobody in it opens what they have locked.
  [[nodiscard]] bool is_ours() const { return mark_.is_ours(); }
  /// The caller holds the mutex.
  void remove(const PendingCode& code) { std::erase(waiting_, &code); }

  std::mutex mutex;  ///< also of the state of each code
  std::condition_variable changed;

 private:
  static constexpr size_t kMostThreads = 8;

  CodeMakers() = default;
  void work() {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
      if (is_over_) return;
      const PendingCode& code = *waiting_.front();
      code.begin();
      ++busy_;
      if (!std::exchange(stops_at_exit_, true)) {
        lock.unlock();
        stop_before_compiler(code.device_);
        lock.lock();
      }
      code.make(lock);
      --busy_;
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
  std::deque<const PendingCode*> waiting_;
  std::vector<std::thread> threads_;
  size_t busy_ = 0;  ///< threads
  bool stops_at_exit_ = false;
  bool is_over_ = false;
};

PendingCode::PendingCode(Device& device, DeviceSource source, DiskCache* cache, Begin begin)
    : device_(device), source_(std::move(source)), cache_(cache) {
  if (begin == Begin::Now) CodeMakers::of_process().add(*this);
}

PendingCode::~PendingCode() {
  CodeMakers& makers = CodeMakers::of_process();
  if (!makers.is_ours()) return;
  std::unique_lock lock(makers.mutex);
  makers.remove(*this);
  makers.changed.wait(lock, [this] { return state_ != State::InWork; });
}

/// With the lock of CodeMakers.
void PendingCode::begin() const {
  CodeMakers::of_process().remove(*this);
  state_ = State::InWork;
}

/// After begin(), with the lock, which is open meanwhile.
void PendingCode::make(std::unique_lock<std::mutex>& lock) const {
  lock.unlock();
  LoadedCode made;
  std::exception_ptr failure;
  try {
    made = load_code(device_, source_, cache_);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  code_ = std::move(made);
  failure_ = failure;
  state_ = failure ? State::Failed : State::Made;
  CodeMakers::of_process().changed.notify_all();
}

/// Until nobody works on it. Python may be asked whether to stop, with nothing locked.
void PendingCode::wait(std::unique_lock<std::mutex>& lock) const {
  constexpr std::chrono::milliseconds kBetweenQuestions{20};
  CodeMakers& makers = CodeMakers::of_process();
  const Span span("compile", "wait for kernel code");
  while (state_ == State::InWork) {
    if (!is_asking()) {
      makers.changed.wait(lock);
      continue;
    }
    lock.unlock();
    stop_if_asked();
    lock.lock();
    if (state_ == State::InWork) makers.changed.wait_for(lock, kBetweenQuestions);
  }
}

const DeviceCode& PendingCode::get() const {
  if (is_made()) return *code_.code;
  std::unique_lock lock(CodeMakers::of_process().mutex);
  if (state_ == State::InWork) wait(lock);
  if (state_ == State::Waiting) {
    begin();
    make(lock);
  }
  if (state_ == State::Failed) {
    state_ = State::Waiting;
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
  return *code_.code;
}

const char* PendingCode::cache() const {
  const std::scoped_lock lock(CodeMakers::of_process().mutex);
  return code_.cache;
}

}  // namespace unpython::runtime
