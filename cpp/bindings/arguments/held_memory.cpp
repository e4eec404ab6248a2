#include "bindings/arguments/held_memory.h"

#include <utility>
#include <vector>

#include "bindings/base/module_state.h"
#include "driver/steps/dealt_array.h"
#include "driver/steps/resident_array.h"

namespace unpython::bindings {

std::shared_ptr<driver::HeldArray> make_held(const std::string& who, const std::string& device, int64_t bytes) {
  std::vector<runtime::Gpu*> gpus;
  for (const runtime::GpuStatus& status : module_state().compiler.gpus().find_all(device)) {
    if (status.gpu == nullptr) throw DeviceError(who + status.name + " cannot be used: " + status.reason);
    gpus.push_back(status.gpu);
  }
  if (gpus.size() == 1) return std::make_shared<driver::ResidentArray>(*gpus.front(), bytes);
  return std::make_shared<driver::DealtArray>(std::move(gpus), bytes);
}

}  // namespace unpython::bindings
