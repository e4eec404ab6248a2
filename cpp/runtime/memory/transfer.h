// Moves boxes of host memory into buffers of a device and back, packed by several threads through pinned
// memory.
//
// Problem:  copies from the pageable memory of NumPy reach 9 GB/s into a H200 and 17 GB/s out of it, on a
//           link of 55; and strided boxes would need a copy per run.
// Choice:   the buffer is cut into chunks; threads of parallel_for take them one by one, pack into a slot of
//           a ring of pinned memory, and queue the copy of the slot; on the way back they queue the copy into
//           a slot, and unpack when it has come. So packing, both directions of the link, and kernels in
//           other queues go on beside each other.
// Rejected: registering the caller's memory (24 to 65 ms per GiB), strided copies of the driver (7 GB/s), one
//           thread that copies for all (it would feed the link at the speed of one core).
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/device/device.h"
#include "runtime/memory/staging.h"
#include "runtime/memory/strided_copy.h"
#include "unpython/export.h"

namespace unpython::runtime {

enum class Direction : uint8_t { In, Out };

/// What moves between one piece of host memory and one buffer.
struct Transfer {
  Direction direction = Direction::In;
  QueueHandle queue{};        ///< the copies of the device take their turn here
  MemoryHandle memory{};      ///< the buffer that packed offsets count in
  std::byte* host = nullptr;  ///< what host offsets count from; not written by Direction::In
  std::span<const StridedCopy> copies{};
  bool keeps_gaps = false;  ///< bytes of the buffer between the packed ones do not change
};

/// A gap in a buffer that costs as much as one more copy: smaller ones cross with what lies around them.
inline constexpr int64_t kGapBytes = 128 << 10;

/// What crosses for the copies of one transfer.
[[nodiscard]] UNPYTHON_API int64_t crossing_bytes(std::span<const StridedCopy> copies,
                                                  bool keeps_gaps = false);

/// Bytes that crossed the link: those of the copies, and those between them that were not worth leaving out.
struct MovedBytes {
  int64_t in = 0;
  int64_t out = 0;
};

/// Thread-safe. Owns its pinned memory; must not outlive the device.
class UNPYTHON_API Transfers {
 public:
  /// `threads`: at most so many pack at a time; 0: as many as the process may use, but no more than pay.
  explicit Transfers(Device& device, int threads = 0);
  Transfers(const Transfers&) = delete;
  Transfers& operator=(const Transfers&) = delete;

  /// Moves all of them, in and out beside each other: they must not depend on one another. When it returns,
  /// host memory that goes in was read, its copies wait in their queues, and what comes out has arrived.
  /// Bytes of the buffer between the packed ones of an In transfer may change, unless it keeps them. After an
  /// exception the destinations hold anything, and nothing is in flight.
  MovedBytes run(std::span<const Transfer> transfers);

 private:
  Device& device_;
  const int threads_;
  StagingRing ring_;
};

}  // namespace unpython::runtime
