#include "driver/compile/records.h"

namespace unpython::driver {

const KernelRecord* GpuRecord::tiled() const {
  const KernelRecord* most = nullptr;
  for (const KernelRecord& kernel : kernels) {
    if (!kernel.tiled_for.empty() && (most == nullptr || kernel.tiles > most->tiles)) most = &kernel;
  }
  return most;
}

}  // namespace unpython::driver
