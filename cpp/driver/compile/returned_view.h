// Where the elements of a view lie that a call returns: the values that its Return gave, and the strides of its base.
#pragma once
#include <cstddef>
#include <cstdint>

#include "abi/frame.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct ReturnedView {
  int64_t offset = 0;  ///< bytes from element [0, 0, ...] of the base
  size_t rank = 0;
  int64_t shape[kMaxRank] = {};
  int64_t strides[kMaxRank] = {};  ///< bytes
};

/// `result`: a view. `base_strides`: bytes, of the argument that it is a view of; null: it is one of memory that results own, which
/// lies in the order of C. `next`: the first value that Return gave for it, and then the one behind the last.
[[nodiscard]] UNPYTHON_API ReturnedView returned_view(const ir::Result& result, int base_rank,
                                                const int64_t* base_strides, const abi::ScalarSlot*& next);

}  // namespace unpython::driver
