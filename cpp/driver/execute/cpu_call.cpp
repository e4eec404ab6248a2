// Services of a call come from the runtime.
#include "driver/execute/cpu_call.h"

#include <algorithm>
#include <new>

#include "runtime/threads/parallel_for.h"

namespace unpython::driver {

abi::Services make_services(int threads) { return runtime::make_services(threads); }

void release_memory(void* memory) {
  const abi::Services services = make_services(1);
  services.release(&services, memory);
}

OwnedMemory make_memory(int64_t bytes) {
  const abi::Services services = make_services(1);
  OwnedMemory memory(static_cast<std::byte*>(services.allocate(&services, std::max<int64_t>(bytes, 1))));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace unpython::driver
