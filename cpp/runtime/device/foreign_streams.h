// The order between our queues and the streams of other libraries that use a device's memory in this process.
#pragma once
#include <cstdint>

#include "runtime/device/device.h"

namespace unpython::runtime {

class UNPYTHON_API ForeignStreams {
 public:
  ForeignStreams() = default;
  ForeignStreams(const ForeignStreams&) = delete;
  ForeignStreams& operator=(const ForeignStreams&) = delete;
  virtual ~ForeignStreams();

  /// The number of the device of this kind that memory of another library lies on. Throws DeviceFailure for an
  /// address that the driver does not know.
  [[nodiscard]] virtual int ordinal_of(uint64_t address) = 0;
  /// Work that `queue` gets from now on starts after what the stream of another library holds now. `stream`
  /// is that of `__cuda_array_interface__`: 1 the legacy default stream, 2 that of the calling thread, else a
  /// cudaStream_t.
  virtual void wait_for_stream(QueueHandle queue, uint64_t stream) = 0;
  /// Work that the stream gets from now on starts after what `queue` holds now.
  virtual void let_stream_wait(QueueHandle queue, uint64_t stream) = 0;
};

}  // namespace unpython::runtime
