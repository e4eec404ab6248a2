#include "driver/box_copy.h"

#include <algorithm>

namespace unpython::driver {

runtime::StridedCopy box_of(const abi::ArrayArgument& array, int rank, int64_t item_bytes,
                            const PlacedArray& placed, const std::byte* host) {
  runtime::StridedCopy copy;
  copy.host_offset = static_cast<const std::byte*>(array.data) - host;
  copy.packed_offset = placed.first * item_bytes;
  copy.run_bytes = item_bytes;
  for (int d = 0; d < rank; ++d) {
    const auto dimension = static_cast<size_t>(d);
    int64_t extent = array.extents[dimension];
    runtime::StridedCopy::Dim dim{extent, array.stride_bytes[dimension],
                                  placed.strides[dimension] * item_bytes};
    if (extent > 1 && (dim.host_stride == 0 || dim.packed_stride == 0))
      dim.extent = 1;  // one element for all
    if (dim.packed_stride < 0) {
      copy.host_offset += (dim.extent - 1) * dim.host_stride;
      copy.packed_offset += (dim.extent - 1) * dim.packed_stride;
      dim.host_stride = -dim.host_stride;
      dim.packed_stride = -dim.packed_stride;
    }
    if (dim.extent != 1) copy.dims.push_back(dim);
  }
  std::stable_sort(copy.dims.begin(), copy.dims.end(),
                   [](const auto& a, const auto& b) { return a.packed_stride > b.packed_stride; });
  return copy;
}

}  // namespace unpython::driver
