#include "driver/execute/keep_results.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "driver/steps/cpu_call.h"
#include "ir/scalar_slot.h"
#include "runtime/device/device_failure.h"

namespace unpython::driver {
namespace {

/// Of each piece of memory; none where no result lies in it.
std::vector<int64_t> owned_bytes(const ir::Function& function, const ResultLayout& layout, const abi::ScalarSlot* values) {
  std::vector<int64_t> bytes(layout.owned);
  for (size_t position = 0; position < layout.parts.size(); ++position) {
    const ResultLayout::Part& part = layout.parts[position];
    const ir::Result& result = function.results[position];
    if (part.owner < 0) continue;
    if (!result.seen.empty() && ir::bytes_as<int64_t>(values[part.first]) != 0) continue;  // an argument came back
    int64_t size = size_of(result.type);
    for (int d = 0; d < part.base_rank; ++d)
      size *= ir::bytes_as<int64_t>(values[part.extents + static_cast<size_t>(d)]);
    bytes[static_cast<size_t>(part.owner)] = size;
  }
  return bytes;
}

}  // namespace

void keep_on_device(runtime::Gpu& gpu, const ir::Function& function, const ResultLayout& layout,
                    const abi::Frame& frame, DeviceResults& kept) {
  DeviceResults made;
  try {
    for (const int64_t bytes : owned_bytes(function, layout, frame.results))
      made.push_back(std::make_shared<ResidentArray>(gpu, bytes));
  } catch (const runtime::DeviceFailure& failure) {
    if (failure.kind() != runtime::FailureKind::OutOfMemory) throw;
    return;
  }
  for (size_t i = 0; i < made.size(); ++i) {
    made[i]->write(frame.memory[i]);
    release_memory(std::exchange(frame.memory[i], nullptr));
  }
  kept = std::move(made);
}

void keep_dealt(const std::vector<runtime::Gpu*>& gpus, const ir::Function& function, const ResultLayout& layout,
                const abi::Frame& frame, DeviceResults& kept) {
  const std::vector<int64_t> bytes = owned_bytes(function, layout, frame.results);
  for (size_t i = 0; i < bytes.size(); ++i) {
    OwnedMemory home(static_cast<std::byte*>(std::exchange(frame.memory[i], nullptr)));
    kept.push_back(std::make_shared<DealtArray>(gpus, bytes[i], home ? std::move(home) : make_memory(bytes[i])));
  }
}

}  // namespace unpython::driver
