// Messages for people on standard error. A message is built only when its level is on.
#pragma once
#include <cstdint>
#include <string_view>
#include <utility>

#include "unpython/export.h"

namespace unpython {

enum class LogLevel : uint8_t { Off, Warn, Info, Debug };

/// True when messages of this level are written. The level is that of UNPYTHON_LOG (default: Warn) until it
/// is set.
[[nodiscard]] UNPYTHON_API bool log_enabled(LogLevel level);
/// Sets the level of the process. Thread-safe.
UNPYTHON_API void set_log_level(LogLevel level);
/// Writes "unpython: text" (with the level's name below Warn) as one line, not mixed with other threads'
/// lines.
UNPYTHON_API void write_log(LogLevel level, std::string_view text);

/// Logs what `message()` returns; it is not called when the level is off.
template <class Message>
void log(LogLevel level, Message&& message) {
  if (log_enabled(level)) write_log(level, std::forward<Message>(message)());
}

}  // namespace unpython
