// What a launch knows of its numbers.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

#include "ir/function.h"

namespace unpython::footprint {

struct LaunchNumbers {
  /// Value of an integer expression that reads only what is assigned outside the kernel; none if it has to be
  /// read from memory.
  std::function<std::optional<int64_t>(ir::ExprId)> value;
  std::function<int64_t(ir::ArrayId, int dimension)> extent;
};

}  // namespace unpython::footprint
