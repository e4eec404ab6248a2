// Which kernels take turns with each other.
#include "runtime/opencl/kernel_turns.h"

#include <map>

namespace unpython::runtime {

std::shared_ptr<OpenClDevice::KernelTurns> OpenClDevice::KernelTurns::of(const std::string& entry) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<KernelTurns>> known;
  const std::scoped_lock lock(mutex);
  std::erase_if(known, [](const auto& one) { return one.second.expired(); });
  std::weak_ptr<KernelTurns>& place = known[entry];
  std::shared_ptr<KernelTurns> turns = place.lock();
  if (turns == nullptr) place = turns = std::shared_ptr<KernelTurns>(new KernelTurns);
  return turns;
}

}  // namespace unpython::runtime
