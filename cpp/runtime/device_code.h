// Source -> kernels on a device, by way of the disk cache.
#pragma once
#include <memory>

#include "runtime/device/device.h"
#include "runtime/disk_cache.h"
#include "unpython/export.h"

namespace unpython::runtime {

struct LoadedCode {
  std::shared_ptr<const DeviceCode> code;
  const char* cache = "compiled";  ///< or "disk"
  Effort effort = Effort::Best;    ///< that it was made with
};

/// Takes the binary from `cache` (null: none), else compiles and keeps it. A kept binary that the device
/// refuses is compiled again. What is made quickly is not kept; where it is asked for and the best is kept, or the device
/// knows no other, the best is given.
[[nodiscard]] UNPYTHON_API LoadedCode load_code(Device& device, const DeviceSource& source, DiskCache* cache);

}  // namespace unpython::runtime
