#include "driver/compile/records.h"

#include <algorithm>

namespace unpython::driver {

bool KernelRecord::waits_for_code() const {
  const std::shared_ptr<const runtime::PendingCode> last = code.lock();
  return last != nullptr && !last->is_made();
}

bool GpuRecord::waits_for_code() const {
  return std::any_of(kernels.begin(), kernels.end(), [](const KernelRecord& kernel) { return kernel.waits_for_code(); });
}

const KernelRecord* GpuRecord::tiled() const {
  const KernelRecord* most = nullptr;
  for (const KernelRecord& kernel : kernels) {
    if (!kernel.tiled_for.empty() && (most == nullptr || kernel.tiles > most->tiles)) most = &kernel;
  }
  return most;
}

}  // namespace unpython::driver
