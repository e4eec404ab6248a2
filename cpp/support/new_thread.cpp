#include "support/new_thread.h"

#include <cxxabi.h>

#include <cstddef>
#include <memory>
#include <new>

namespace unpython {
namespace {

/// Some hundred bytes for each library, and the allocator's own.
constexpr size_t kStorageBytes = size_t{256} << 10;

/// In the storage of this library. Volatile: the compiler keeps the store, and the call that gives what is stored.
thread_local const void* volatile exceptions = nullptr;

}  // namespace

bool has_room_for_thread_storage() {
  const std::unique_ptr<char[]> room(new (std::nothrow) char[kStorageBytes]);
  return room != nullptr;
}

void make_thread_storage() { exceptions = abi::__cxa_get_globals(); }

}  // namespace unpython
