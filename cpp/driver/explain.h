// What ran where and why: the report behind f.explain().
#pragma once
#include <array>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "unpython/export.h"

namespace unpython::driver {

/// A way to run that was asked for and not taken.
struct Fallback {
  std::string device;
  std::string code;  ///< listed in reasons.h
  std::string reason;
  int line = 0;  ///< 0: the whole function
};

/// The launches of one kernel in one call.
struct KernelRecord {
  std::string name;
  int line = 0;
  std::array<int64_t, 3> grid{};   ///< work groups of the last launch, x first
  std::array<int64_t, 3> block{};  ///< threads of a group
  int64_t launches = 0;
};

/// What a call moved between host and device, and what ran there.
struct GpuRecord {
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  std::vector<KernelRecord> kernels;
};

struct Report {
  std::string function;
  std::string device;  ///< "cpu", "python"; empty: nothing ran yet
  std::vector<Fallback> fallbacks;
  std::vector<transform::NestReport> nests;
  std::string cache;  ///< where the code came from
  std::vector<StageTime> times;
  GpuRecord gpu;  ///< of the last call, where it ran on a device
};

/// At most 25 lines.
[[nodiscard]] UNPYTHON_API std::string print(const Report& report);

}  // namespace unpython::driver
