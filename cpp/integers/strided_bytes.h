// Bytes at strides: what an array view, or an access in a loop, touches (the descriptors of papers/1, section 4).
#pragma once
#include <cstdint>
#include <vector>

#include "unpython/export.h"

namespace unpython::integers {

/// The bytes first + sum stride_k i_k + [0, width), 0 <= i_k < extent_k; none if some extent is 0.
struct StridedBytes {
  struct Dimension {
    int64_t stride = 0;
    int64_t extent = 0;
  };
  int64_t first = 0;
  int64_t width = 1;
  std::vector<Dimension> dims{};
};

/// False: no byte lies in both, proven. True: one does, or numbers are too large to tell.
[[nodiscard]] UNPYTHON_API bool may_meet(const StridedBytes& a, const StridedBytes& b);

}  // namespace unpython::integers
