// The level is process-wide because standard error is.
#include "support/log.h"

#include <unistd.h>

#include <atomic>

#include "support/settings.h"

namespace unpython {
namespace {

std::atomic<LogLevel>& current_level() {
  static std::atomic<LogLevel> level{read_settings().log};
  return level;
}

}  // namespace

bool log_enabled(LogLevel level) {
  return level != LogLevel::Off && level <= current_level().load(std::memory_order_relaxed);
}

void set_log_level(LogLevel level) { current_level().store(level, std::memory_order_relaxed); }

void write_log(LogLevel level, std::string_view text) {
  std::string line = "unpython";
  if (level == LogLevel::Info) line += " info";
  if (level == LogLevel::Debug) line += " debug";
  line.append(": ").append(text).append("\n");
  // One write(2) keeps lines of threads and processes whole; a standard error that is closed is not our
  // problem.
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace unpython
