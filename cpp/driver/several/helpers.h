// Threads that drive the devices of one call beside the calling one: moving data to a device keeps a thread busy.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace unpython::driver {

class Helpers {
 public:
  Helpers() = default;
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers();

  /// Runs work(0) here and work(1) to work(count - 1) in other threads, and returns when all have ended. Throws what the
  /// first of them in this order has thrown.
  void run(size_t count, const std::function<void(size_t)>& work);

 private:
  void serve(size_t number);

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  const std::function<void(size_t)>* work_ = nullptr;
  size_t count_ = 0;
  size_t round_ = 0;    ///< calls of run() so far
  size_t working_ = 0;  ///< threads that have not ended this round
  std::vector<std::exception_ptr> thrown_;
  bool over_ = false;
  std::vector<std::thread> threads_;  ///< touched by the calling thread alone
};

}  // namespace unpython::driver
