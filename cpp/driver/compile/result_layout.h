// Where the results of a function are found among the values that its Return gives.
#pragma once
#include <cstddef>
#include <vector>

#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct ResultLayout {
  /// One result.
  struct Part {
    int base_rank = 0;  ///< view: dimensions of its base
    int owner = -1;     ///< view of memory that results own: which of abi::Frame::memory
    size_t first = 0;   ///< its first value
    size_t extents = 0; ///< view of memory that results own: the value that is the first extent of its base
  };
  std::vector<Part> parts;
  size_t values = 0;  ///< of all results
  size_t owned = 0;   ///< entries of abi::Frame::memory
};

[[nodiscard]] UNPYTHON_API ResultLayout result_layout(const ir::Function& function);

}  // namespace unpython::driver
