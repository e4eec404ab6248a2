// Services of a call come from the runtime.
#include "driver/steps/cpu_call.h"

#include <algorithm>
#include <new>

#include "runtime/threads/parallel_for.h"
#include "support/spans.h"

namespace unpython::driver {

abi::Services make_services(int threads) { return runtime::make_services(threads); }

void release_memory(void* memory) {
  const abi::Services services = make_services(1);
  services.release(&services, memory);
}

int32_t launch_noted(const Variant& variant, const abi::Frame& frame) {
  if (!spans_are_kept()) return launch(variant, frame);
  // One nest has a line of its own; several are the function's.
  const SourceRange where = variant.nests.size() == 1 ? variant.nests.front().range : SourceRange{};
  const std::vector<std::string>& files = variant.specialization->files;
  const Span span("run", "on the CPU", where.line == 0 ? "" : files[static_cast<size_t>(where.file)], where.line);
  return launch(variant, frame);
}

OwnedMemory make_memory(int64_t bytes) {
  const abi::Services services = make_services(1);
  OwnedMemory memory(static_cast<std::byte*>(services.allocate(&services, std::max<int64_t>(bytes, 1))));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace unpython::driver
