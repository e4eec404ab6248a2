// Threads that have what the libraries keep for each thread before their work begins. The loader makes that
// storage at the first use, and where memory is short at that moment it ends the process: a thread that then
// threw its first exception, std::bad_alloc, could not.
#pragma once

#include <functional>
#include <system_error>
#include <thread>
#include <utility>

#include "unpython/export.h"

namespace unpython {

/// Whether a new thread would find memory for its storage.
[[nodiscard]] UNPYTHON_API bool has_room_for_thread_storage();

/// In the new thread, before its work.
UNPYTHON_API void make_thread_storage();

/// std::thread(work, arguments...). Throws std::system_error, without memory too.
template <typename Work, typename... Arguments>
[[nodiscard]] std::thread new_thread(Work&& work, Arguments&&... arguments) {
  if (!has_room_for_thread_storage()) throw std::system_error(std::make_error_code(std::errc::not_enough_memory));
  return std::thread(
      [](auto kept, auto... given) {
        make_thread_storage();
        std::invoke(std::move(kept), std::move(given)...);
      },
      std::forward<Work>(work), std::forward<Arguments>(arguments)...);
}

}  // namespace unpython
