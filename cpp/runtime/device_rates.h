// How fast a GPU is: measured, for the choice between it and the processor.
#pragma once
#include <array>
#include <cstdint>

#include "runtime/disk_cache.h"
#include "runtime/gpu.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Operations per second on values in registers, by all work items together; 0: the device has none.
struct ArithmeticRates {
  double simple = 0;  ///< multiplications with addition
  double divisions = 0;
  double functions = 0;  ///< exponentials
  bool operator==(const ArithmeticRates&) const = default;
};

/// Transfers of moderate size, whose beginning and end do not hide behind the rest.
inline constexpr std::array<int64_t, 3> kModerateBytes = {256 << 10, 2 << 20, 16 << 20};
/// Less does not show what the link can do.
inline constexpr int64_t kLargeBytes = int64_t{128} << 20;

/// Until they are measured, the rates that every call asks for are those of a typical device.
struct DeviceRates {
  double launch_seconds = 5e-6;     ///< from one launch to the next
  double replay_seconds = 0;        ///< the same of launches that the device knows beforehand; 0: it takes none so
  double transfer_seconds = 15e-6;  ///< of a transfer of few bytes, waited for
  std::array<double, kModerateBytes.size()>
      moderate_in{};  ///< seconds of a transfer of each of kModerateBytes
  std::array<double, kModerateBytes.size()> moderate_out{};
  /// Bytes per second between pageable host memory and the device: in, out, and the sum of both at once.
  double bytes_in = 10e9;
  double bytes_out = 10e9;
  double bytes_both = 0;
  double memory_bytes = 0;     ///< per second, read and written on the device
  double loads = 0;            ///< per second, of neighbours by neighbours, of memory that caches hold
  double scattered_loads = 0;  ///< per second, where each work item goes along a row of its own
  /// Operations (cost/cost.h) per second of one work item, most of which wait for the one before.
  double item_operations = 100e6;
  ArithmeticRates narrow;      ///< float32
  ArithmeticRates wide;        ///< float64
  bool operator==(const DeviceRates&) const = default;
};

/// Takes 0.2 to 0.5 s, and 128 MiB of the device for the time. `cache` (may be null) keeps the kernels.
/// Throws DeviceFailure.
[[nodiscard]] UNPYTHON_API DeviceRates measure_device(Gpu& gpu, DiskCache* cache);

}  // namespace unpython::runtime
