// What a call leaves behind for its report: ways that were not taken, kernels that ran, bytes that moved.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/pending_code.h"
#include "unpython/export.h"

namespace unpython::driver {

/// A way to run that was asked for and not taken.
struct Fallback {
  std::string device;
  std::string code;  ///< listed in reasons.h
  std::string reason;
  int line = 0;  ///< 0: the whole function
};

/// Arrays that share one buffer of a device.
struct GroupReport {
  std::vector<std::string> arrays;
  std::string rule;  ///< box, strided, band, whole, shared
  int64_t elements = 0;
  int64_t bytes = 0;
  int64_t copied_in = 0;   ///< bytes
  int64_t copied_out = 0;  ///< bytes
  std::string reason{};    ///< why a device has room for more than is touched; empty: it has not
};

/// Where an array of a kernel lives.
struct ArrayHome {
  std::string array;
  std::string place;  ///< "device memory", "local memory", "registers" or "private memory"
  int64_t bytes = 0;  ///< of a group in local memory, else of a thread; 0 in device memory
  std::string why;
};

/// The launches of one kernel in one call.
struct KernelRecord {
  std::string name;
  int line = 0;
  int last_line = 0;  ///< of the last of the loops that it runs
  std::array<int64_t, 3> grid{};   ///< work groups of the last launch, x first
  std::array<int64_t, 3> block{};  ///< threads of a group
  int64_t launches = 0;
  int64_t tiles = 1;          ///< of the execution that had the most
  std::vector<int64_t> tile;  ///< its iterations along each dimension of the grid, outermost first
  std::string tiled_for;      ///< "memory", "overlap", "asked"; empty: it was not cut
  int64_t together = 1;       ///< launches, of this kernel and others, that ran for one load of a tile
  std::string not_together{};  ///< why each launch loaded its tiles anew; empty: it did not
  int64_t bytes_in = 0;       ///< brought to the device for it
  int64_t bytes_out = 0;      ///< brought back: what the kernel was the last to store, and what made room for it
  std::vector<GroupReport> groups{};  ///< its arrays on the device, and what moved of them
  std::shared_ptr<const std::vector<ArrayHome>> homes{};  ///< of the last launch; null: no device ran it
  std::weak_ptr<const runtime::PendingCode> code{};       ///< of the last launch
  std::string host_code{};            ///< why the host ran it, listed in reasons.h; empty: it did not
  std::string host_reason{};
  int devices = 1;                      ///< that had parts of its iterations, in the execution that had the most
  std::string one_device_code{};        ///< why only one of several devices ran it, listed in reasons.h; empty: all did
  std::string one_device_reason{};
  double host_share = 0;  ///< of its iterations, that the processor ran beside devices, in the last execution

  /// Its best code is still being made: launches are slower than they will be.
  [[nodiscard]] UNPYTHON_API bool waits_for_code() const;
  /// It runs a loop of a nest between these lines. What it moves is told with the first such nest, where it begins.
  [[nodiscard]] bool runs_in(int first, int last) const { return line <= last && first <= last_line; }
  [[nodiscard]] bool begins_in(int first, int last) const { return first <= line && line <= last; }
};

/// What one of several devices moved in a call.
struct DeviceRecord {
  std::string device;
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  int64_t bytes_between = 0;  ///< that came from other devices without the host
};

/// What the processor and the devices did of kernels that were dealt to both.
struct BothSides {
  double host_share = 0;           ///< of the iterations of the one that took longest; 0: there was none
  double host_milliseconds = 0;    ///< in all
  double device_milliseconds = 0;  ///< with the way of their data
  bool came_home = false;          ///< results of devices are part of that
};

/// What a call moved between host and device, and what ran there.
struct GpuRecord {
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  std::vector<KernelRecord> kernels;
  std::vector<DeviceRecord> devices{};  ///< of a call on several
  BothSides both{};

  /// The kernel that was cut into the most tiles; null where none was.
  [[nodiscard]] UNPYTHON_API const KernelRecord* tiled() const;
  /// The best code of a kernel is still being made.
  [[nodiscard]] UNPYTHON_API bool waits_for_code() const;
};

}  // namespace unpython::driver
