// How fast a device and this processor are: measured, in a tenth of a second, for the choice between them.
#pragma once
#include "runtime/gpu.h"
#include "runtime/kernel_cache.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Bytes are of one direction; operations are multiplications with addition on values in registers.
struct DeviceRates {
  double launch_seconds = 0;       ///< from one launch to the next
  double transfer_seconds = 0;     ///< of a transfer of few bytes, waited for
  double bytes_in_per_second = 0;  ///< from pageable host memory
  double bytes_out_per_second = 0;
  double memory_bytes_per_second = 0;  ///< read and written on the device
  double float32_per_second = 0;
  double float64_per_second = 0;  ///< 0: the device has none
  bool operator==(const DeviceRates&) const = default;
};

/// All threads together; an operation is a load, a store, or one of arithmetic.
struct CpuRates {
  int threads = 1;
  double memory_bytes_per_second = 0;
  double operations_per_second = 0;
  bool operator==(const CpuRates&) const = default;
};

/// Uses 128 MiB of the device for the time. `cache` (may be null) keeps the kernels. Throws DeviceFailure.
[[nodiscard]] UNPYTHON_API DeviceRates measure_device(Gpu& gpu, DiskCache* cache);
[[nodiscard]] UNPYTHON_API CpuRates measure_cpu();

}  // namespace unpython::runtime
