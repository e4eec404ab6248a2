// One thread, which touches nothing but its own stamp.
#include "bindings/base/package_stamp.h"

#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "support/log.h"
#include "support/new_thread.h"

namespace unpython::bindings {

void PackageStamp::look_ahead() {
  if (folder_.empty()) return;
  const std::scoped_lock lock(mutex_);
  if (looked_.valid()) return;
  std::promise<FileStamp> made;
  auto looked = made.get_future().share();
  const auto look = [](const std::string& folder, std::promise<FileStamp> given) {
    try {
      given.set_value_at_thread_exit(stamp_of_files(folder, ".py"));
    } catch (const std::exception&) {  // no memory: an empty stamp is that of no package, so nothing is kept
      given.set_value(FileStamp{});
    }
  };
  try {
    new_thread(look, folder_, std::move(made)).detach();
    looked_ = std::move(looked);
  } catch (const std::system_error& error) {  // then who asks looks
    log(LogLevel::Debug, [&] { return std::string(error.what()); });
  }
}

FileStamp PackageStamp::first() {
  const auto looked = [&] {
    const std::scoped_lock lock(mutex_);
    return looked_;
  }();
  if (looked.valid()) return looked.get();
  std::promise<FileStamp> made;
  made.set_value(now());
  const std::scoped_lock lock(mutex_);
  if (!looked_.valid()) looked_ = made.get_future().share();
  return looked_.get();
}

void PackageStamp::wait() {
  const std::scoped_lock lock(mutex_);
  if (looked_.valid()) looked_.wait();
}

void PackageStamp::after_fork_in_child() {
  new (&mutex_) std::mutex;
  new (&looked_) std::shared_future<FileStamp>;  // another thread may have been writing it
}

}  // namespace unpython::bindings
