// Arrays of one call mostly share a stream, which is asked once.
#include "driver/steps/foreign_order.h"

#include <algorithm>

#include "runtime/device/device_failure.h"
#include "runtime/device/foreign_streams.h"

namespace unpython::driver {
namespace {

using runtime::Resident;

/// Calls `visit` with the first resident of each stream. Its device knows streams, as foreign_memory() found it by them.
template <typename Visit>
void for_each_stream(std::span<const Resident> residents, const Visit& visit) {
  for (auto it = residents.begin(); it != residents.end(); ++it) {
    if (!it->foreign || !it->stream) continue;
    const bool known = std::any_of(residents.begin(), it, [&](const Resident& earlier) {
      return earlier.foreign && earlier.gpu == it->gpu && earlier.stream == it->stream;
    });
    if (!known) visit(*it);
  }
}

}  // namespace

ForeignOrder::ForeignOrder(std::span<const Resident> residents) : residents_(residents) {
  for_each_stream(residents_, [](const Resident& resident) {
    resident.gpu->device().foreign_streams()->wait_for_stream(resident.gpu->queue(), *resident.stream);
  });
}

ForeignOrder::~ForeignOrder() {
  try {
    for_each_stream(residents_, [](const Resident& resident) {
      resident.gpu->device().foreign_streams()->let_stream_wait(resident.gpu->queue(), *resident.stream);
    });
    for (const Resident& resident : residents_) {
      const bool is_ordered = resident.stream && !resident.uses_other_streams;
      if (resident.foreign && !is_ordered) resident.gpu->device().wait(resident.gpu->queue());
    }
  } catch (const runtime::DeviceFailure&) {  // see the header
  }
}

}  // namespace unpython::driver
