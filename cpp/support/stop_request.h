// Ctrl-C, as those see it who know nothing of Python: long work asks its caller now and then whether to stop.
#pragma once
#include <exception>
#include <functional>

#include "unpython/export.h"

namespace unpython {

/// The caller wants to stop, and knows why.
struct UNPYTHON_API Interrupted : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// While it lives, work of this thread, and work that this thread waits for, asks `stop` whether to go on.
class UNPYTHON_API AsksWhileWaiting {
 public:
  explicit AsksWhileWaiting(std::function<bool()> stop);
  ~AsksWhileWaiting();
  AsksWhileWaiting(const AsksWhileWaiting&) = delete;
  AsksWhileWaiting& operator=(const AsksWhileWaiting&) = delete;

 private:
  std::function<bool()> stop_;
  const AsksWhileWaiting* before_;
  friend bool is_asking();
  friend bool asked_to_stop();
};

/// Somebody may want this thread to stop.
[[nodiscard]] UNPYTHON_API bool is_asking();
/// Asks, whenever it was asked last.
[[nodiscard]] UNPYTHON_API bool asked_to_stop();
/// Throws Interrupted if the caller wants to stop; asks every few milliseconds at most.
UNPYTHON_API void stop_if_asked();

}  // namespace unpython
