// Memory first, then disk, then the code generator.
#include "driver/compile/code_store.h"

#include <optional>

#include "support/log.h"
#include "unpython/error.h"

namespace unpython::driver {

std::shared_ptr<CodeStore::Slot> CodeStore::slot(std::string_view origin) {
  const Sha256 key = sha256(origin);
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Slot>& slot = slots_[key];
  if (!slot) slot = std::make_shared<Slot>();
  return slot;
}

FoundCode CodeStore::find_or_compile(const std::string& origin, const runtime::CpuDevice& device,
                                     bool use_disk, const std::function<std::string()>& compile) {
  const std::shared_ptr<Slot> slot = this->slot(origin);
  const std::lock_guard lock(slot->making);
  if (auto code = slot->code.lock()) return {std::move(code), "memory"};
  if (use_disk) {
    if (const std::optional<std::string> object = disk_.find(origin)) {
      try {
        std::shared_ptr<const runtime::CpuCode> code = device.load(*object);
        slot->code = code;
        return {std::move(code), "disk"};
      } catch (const DeviceError& error) {
        log(LogLevel::Warn, [&] { return std::string("a cached object is not usable: ") + error.what(); });
      }
    }
  }
  const std::string object = compile();
  std::shared_ptr<const runtime::CpuCode> code = device.load(object);
  if (use_disk) disk_.store(origin, object);
  slot->code = code;
  return {std::move(code), "compiled"};
}

}  // namespace unpython::driver
