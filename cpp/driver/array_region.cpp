#include "driver/array_region.h"

#include <algorithm>
#include <vector>

namespace unpython::driver {
namespace {

constexpr uintptr_t kAlignment = 16;  // offsets stay multiples of every item

/// Dimensions that tell packed elements apart, the one of the largest stride first.
std::vector<size_t> order_of(const CallArray& array) {
  std::vector<size_t> order;
  for (size_t d = 0; d < static_cast<size_t>(array.rank); ++d) {
    if (array.placed.strides[d] != 0) order.push_back(d);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return array.placed.strides[a] > array.placed.strides[b]; });
  return order;
}

int64_t count(const kernel::Box& box, size_t dimension) {
  return box.high[dimension] - box.low[dimension] + 1;
}

/// Bytes of the host from the lowest to the highest element of a box.
struct ByteSpan {
  const std::byte* begin;
  const std::byte* end;
};
ByteSpan bytes_of(const ArrayBox& part) {
  const auto* first = static_cast<const std::byte*>(part.array->host.data);
  ByteSpan span{first, first + part.array->item_bytes};
  for (size_t d = 0; d < static_cast<size_t>(part.array->rank); ++d) {
    const int64_t stride = part.array->host.stride_bytes[d];
    span.begin += std::min(stride * part.box.low[d], stride * part.box.high[d]);
    span.end += std::max(stride * part.box.low[d], stride * part.box.high[d]);
  }
  return span;
}

}  // namespace

Region packed_region(const CallArray& array, const kernel::Box& box) {
  Region region{.box = box};
  if (is_empty(box)) return region;
  region.bytes = array.item_bytes;
  for (size_t d : order_of(array)) region.bytes *= count(box, d);
  return region;
}

kernel::Box slab_around(const CallArray& array, const kernel::Box& box) {
  kernel::Box slab = kernel::whole_box(array.host.extents, array.rank);
  const std::vector<size_t> order = order_of(array);
  if (order.empty()) return slab;
  slab.low[order[0]] = box.low[order[0]];
  slab.high[order[0]] = box.high[order[0]];
  return slab;
}

Region shared_region(std::span<const ArrayBox> boxes) {
  Region region{.packed = false};
  for (const ArrayBox& part : boxes) {
    if (is_empty(part.box)) continue;
    const ByteSpan span = bytes_of(part);
    if (region.begin == nullptr || span.begin < region.begin) region.begin = span.begin;
    if (region.end == nullptr || span.end > region.end) region.end = span.end;
  }
  region.begin -= reinterpret_cast<uintptr_t>(region.begin) % kAlignment;
  region.bytes = region.end - region.begin;
  return region;
}

PlacedArray placed_in(const CallArray& array, const Region& region) {
  PlacedArray placed = array.placed;
  if (!region.packed) {
    placed.first = (static_cast<const std::byte*>(array.host.data) - region.begin) / array.item_bytes;
    return placed;
  }
  placed.first = placed.last = 0;
  int64_t stride = 1;
  const std::vector<size_t> order = order_of(array);
  for (size_t n = order.size(); n-- > 0;) {
    const size_t d = order[n];
    placed.strides[d] = stride;
    placed.first -= region.box.low[d] * stride;
    placed.last += region.box.high[d] * stride;
    stride *= count(region.box, d);
  }
  return placed;
}

runtime::StridedCopy copy_of(const CallArray& array, const kernel::Box& box, const PlacedArray& placed,
                             const std::byte* host) {
  runtime::StridedCopy copy;
  copy.host_offset = static_cast<const std::byte*>(array.host.data) - host;
  copy.packed_offset = placed.first * array.item_bytes;
  copy.run_bytes = array.item_bytes;
  for (size_t d = 0; d < static_cast<size_t>(array.rank); ++d) {
    runtime::StridedCopy::Dim dim{count(box, d), array.host.stride_bytes[d],
                                  placed.strides[d] * array.item_bytes};
    copy.host_offset += box.low[d] * dim.host_stride;
    copy.packed_offset += box.low[d] * dim.packed_stride;
    if (dim.extent > 1 && (dim.host_stride == 0 || dim.packed_stride == 0))
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
