// The key of a binary is its source and everything the device's compiler depends on.
#include "runtime/device_code.h"

#include <optional>
#include <string>

#include "runtime/device_failure.h"
#include "support/hash.h"
#include "support/log.h"

namespace unpython::runtime {
namespace {

std::string key_of(Device& device, const DeviceSource& source) {
  std::string text = device.compiler_identity();
  text += '\0' + source.name + '\0' + source.text;
  for (const std::string& entry : source.entries) text += '\0' + entry;
  return hash_bytes(text).hex();
}

}  // namespace

LoadedCode load_code(Device& device, const DeviceSource& source, DiskCache* cache) {
  const std::string key = cache != nullptr ? key_of(device, source) : "";
  if (cache != nullptr) {
    if (const std::optional<std::string> binary = cache->find(key)) {
      try {
        return {device.load(*binary, source.entries), "disk"};
      } catch (const DeviceFailure& failure) {
        if (failure.kind() == FailureKind::OutOfMemory || failure.kind() == FailureKind::Lost) throw;
        log(LogLevel::Warn, [&] { return std::string("a kept binary is not usable: ") + failure.what(); });
      }
    }
  }
  const std::string binary = device.compile(source);
  LoadedCode loaded{device.load(binary, source.entries), "compiled"};
  if (cache != nullptr) cache->store(key, binary);
  return loaded;
}

}  // namespace unpython::runtime
