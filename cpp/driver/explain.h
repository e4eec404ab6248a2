// What ran where and why: the report behind f.explain().
#pragma once
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

struct Report {
  std::string function;
  std::string device;  ///< "cpu", "python"; empty: nothing ran yet
  std::vector<Fallback> fallbacks;
  std::vector<transform::NestReport> nests;
  std::string cache;  ///< where the code came from
  std::vector<StageTime> times;
};

/// At most 25 lines.
[[nodiscard]] UNPYTHON_API std::string print(const Report& report);

}  // namespace unpython::driver
