// The stamp of the package's own Python files, looked at beside the program.
//
// Problem: a first call asks for it, and some hundred stat() take a quarter of such a call where its code is in the cache.
// Choice:  a thread looks from when the first function is made; the call waits for what is left.
// Rejected: to look at fewer files, or once when the package is installed: a file that is edited in place would not be seen.
#pragma once
#include <future>
#include <mutex>
#include <string>

#include "support/file_stamp.h"

namespace unpython::bindings {

class PackageStamp {
 public:
  void set_folder(std::string folder) { folder_ = std::move(folder); }
  /// Begins to look, the first time.
  void look_ahead();
  /// As it was when somebody looked first.
  [[nodiscard]] FileStamp first();
  [[nodiscard]] FileStamp now() const { return stamp_of_files(folder_, ".py"); }
  /// Before the process ends.
  void wait();
  /// The thread is not there.
  void after_fork_in_child();

 private:
  std::string folder_;
  std::mutex mutex_;  ///< guards what follows
  std::shared_future<FileStamp> looked_;
};

}  // namespace unpython::bindings
