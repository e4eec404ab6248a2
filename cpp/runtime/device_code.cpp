// The origin of a binary is its source and everything the device's compiler depends on.
#include "runtime/device_code.h"

#include <optional>
#include <string>

#include "runtime/device/device_failure.h"
#include "support/log.h"
#include "support/spans.h"

namespace unpython::runtime {
namespace {

std::string origin_of(Device& device, const DeviceSource& source) {
  std::string text = device.compiler_identity();
  text += '\0' + source.name + '\0' + source.text;
  for (const std::string& entry : source.entries) text += '\0' + entry;
  return text;
}

}  // namespace

LoadedCode load_code(Device& device, const DeviceSource& source, DiskCache* cache) {
  Span span("compile", "kernel code");
  const std::string origin = cache != nullptr ? origin_of(device, source) : "";
  if (cache != nullptr) {
    if (const std::optional<std::string> binary = cache->find(origin)) {
      try {
        LoadedCode kept{device.load(*binary, source.entries), "disk"};
        if (SpanRecord* const record = span.record()) record->name += ", from disk";
        return kept;
      } catch (const DeviceFailure& failure) {
        if (failure.kind() == FailureKind::OutOfMemory || failure.kind() == FailureKind::Lost) throw;
        log(LogLevel::Warn, [&] { return std::string("a kept binary is not usable: ") + failure.what(); });
      }
    }
  }
  const Effort effort = device.compiles_quickly() ? source.effort : Effort::Best;
  if (SpanRecord* const record = span.record(); record != nullptr && effort == Effort::Quick) record->name += ", made quickly";
  const std::string binary = device.compile(source);
  LoadedCode loaded{device.load(binary, source.entries), "compiled", effort};
  if (cache != nullptr && effort == Effort::Best) cache->store(origin, binary);
  return loaded;
}

}  // namespace unpython::runtime
