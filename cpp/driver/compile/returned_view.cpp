// What a compiled function returned for a view: first elements, extents and steps -> an offset, extents and strides.
#include "driver/compile/returned_view.h"

#include <algorithm>

#include "ir/scalar_slot.h"

namespace unpython::driver {

ReturnedView returned_view(const ir::Result& result, int base_rank, const int64_t* base_strides,
                     const abi::ScalarSlot*& next) {
  const auto integer = [](const abi::ScalarSlot& slot) { return ir::bytes_as<int64_t>(slot); };
  const auto dimensions = static_cast<size_t>(base_rank);
  const abi::ScalarSlot* first = next;
  next += dimensions;
  int64_t strides[kMaxRank] = {};
  if (base_strides != nullptr) {
    std::copy_n(base_strides, dimensions, strides);
  } else {
    int64_t stride = size_of(result.type);
    for (size_t d = dimensions; d-- > 0; stride *= integer(next[d])) strides[d] = stride;
    next += dimensions;
  }
  ReturnedView view;
  view.rank = result.axes.size();
  bool empty = false;
  for (size_t axis = 0; axis < view.rank; ++axis) {
    view.shape[axis] = integer(*next++);
    const int64_t step = integer(*next++);
    const int dimension = result.axes[axis];
    view.strides[axis] = dimension < 0 ? 0 : step * strides[dimension];
    empty = empty || view.shape[axis] == 0;
  }
  for (size_t d = 0; d < dimensions && !empty; ++d) view.offset += integer(first[d]) * strides[d];
  return view;
}

}  // namespace unpython::driver
