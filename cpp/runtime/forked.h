// Drivers do not survive fork(): a child must not use what its parent opened.
#pragma once
#include <unistd.h>

namespace unpython::runtime {

/// Remembers the process that made it.
class ProcessMark {
 public:
  [[nodiscard]] bool is_ours() const { return getpid() == pid_; }

 private:
  pid_t pid_ = getpid();
};

}  // namespace unpython::runtime
