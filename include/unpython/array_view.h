// One array argument of a call, as the caller owns it: nothing is copied and nothing is kept.
#pragma once
#include <array>
#include <cstdint>

#include "unpython/types.h"

namespace unpython {

struct ArrayView {
  void* data = nullptr;
  ScalarType type = ScalarType::Float64;
  int rank = 0;
  bool writeable = true;
  bool aligned = true;
  std::array<int64_t, kMaxRank> extents{};
  std::array<int64_t, kMaxRank> stride_bytes{};
};

}  // namespace unpython
