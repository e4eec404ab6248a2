// Services of a call come from the runtime.
#include "driver/launch.h"

#include "runtime/parallel_for.h"

namespace unpython::driver {

abi::Services make_services(int threads) { return runtime::make_services(threads); }

void release_memory(void* memory) {
  const abi::Services services = make_services(1);
  services.release(&services, memory);
}

}  // namespace unpython::driver
