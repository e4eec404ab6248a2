#include "driver/several/helpers.h"

#include <exception>

#include "support/new_thread.h"

namespace unpython::driver {

Helpers::~Helpers() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Helpers::run(size_t count, const std::function<void(size_t)>& work) {
  if (count == 0) return;
  while (threads_.size() + 1 < count) {
    const size_t number = threads_.size() + 1;
    threads_.push_back(new_thread([this, number] { serve(number); }));
  }
  {
    const std::scoped_lock lock(mutex_);
    work_ = &work;
    count_ = count;
    working_ = count - 1;
    thrown_.assign(count, nullptr);
    ++round_;
  }
  changed_.notify_all();
  std::exception_ptr own;
  try {
    work(0);
  } catch (...) {
    own = std::current_exception();
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return working_ == 0; });
  thrown_[0] = own;
  for (const std::exception_ptr& thrown : thrown_) {
    if (thrown) std::rethrow_exception(thrown);
  }
}

void Helpers::serve(size_t number) {
  size_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return over_ || (round_ > seen && number < count_ && working_ > 0); });
    if (over_) return;
    seen = round_;
    const std::function<void(size_t)>& work = *work_;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      work(number);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    thrown_[number] = thrown;
    if (--working_ == 0) changed_.notify_all();
  }
}

}  // namespace unpython::driver
