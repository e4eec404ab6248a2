#include "footprint/array_region.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "footprint/cut_rows.h"

namespace unpython::footprint {
namespace {

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

/// Rows of different lengths lie unevenly: each is a copy of its own.
std::vector<Box> boxes_of(const Footprint& part, const PlacedArray& placed) {
  const bool grows = placed.rows && placed.remainder_strides[placed.rows->outer] != 0;
  return grows ? cut_rows(part, placed.rows->outer, placed.rows->inner) : part.boxes();
}

/// Parts of a box whose places are evenly apart along each dimension.
std::vector<Box> evenly_placed(const Box& box, const PlacedArray& placed) {
  std::vector<Box> parts{box};
  for (size_t d = 0; d < kMaxRank; ++d) {
    const kernel::Axis& axis = placed.axes[d];
    if (axis.width == 1 || box.step[d] % axis.step == 0) continue;
    if (floor_div(box.high[d] - axis.first, axis.step) == floor_div(box.low[d] - axis.first, axis.step))
      continue;  // within one period
    std::vector<Box> cut;
    for (int64_t residue = 0; residue < axis.width; ++residue) {
      for (const Box& part : parts) {
        Box row = part;
        const int64_t below = floor_div(part.low[d] - axis.first, axis.step) * axis.step + axis.first;
        const int64_t first = below + residue * axis.by;
        row.set(d, first, std::max(part.high[d], first), axis.step);
        if (const auto both = common(part, row)) cut.push_back(*both);
      }
    }
    parts = std::move(cut);
  }
  return parts;
}

/// Places rows of `unit` elements behind each other; gives the number of elements.
int64_t place_rows(const Trapezoid& rows, const Box& box, int64_t unit, PlacedArray& placed) {
  const int64_t first = box.low[rows.outer];
  const int64_t last = box.high[rows.outer];
  const int64_t grown = rows.growth() * unit;
  const int64_t stride = (rows.before(1) - rows.low.slope) * unit;
  placed.strides[rows.inner] = unit;
  placed.strides[rows.outer] = stride;
  placed.remainder_strides[rows.outer] = grown;
  placed.first -= (rows.before(first) + rows.low.start) * unit;
  placed.last += std::max<int64_t>(0, stride * last) +
                 std::max<int64_t>(0, grown * footprint::triangle(last)) +
                 std::max<int64_t>(0, box.high[rows.inner]) * unit;
  placed.backwards |= stride < 0 || grown < 0;
  return rows.elements(first, last) * unit;
}

/// Rows take less than the part of the box along their two dimensions.
bool are_shorter(const Trapezoid& rows, const Box& box) {
  const int64_t columns = box.high[rows.inner] - box.low[rows.inner] + 1;
  const int64_t first = box.low[rows.outer];
  const int64_t last = box.high[rows.outer];
  return rows.elements(first, last) < (last - first + 1) * columns;
}

}  // namespace

std::vector<size_t> ordered_dimensions(const PlacedArray& placed, int rank) {
  std::vector<size_t> order;
  for (size_t d = 0; d < static_cast<size_t>(rank); ++d) {
    if (placed.strides[d] != 0) order.push_back(d);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return placed.strides[a] > placed.strides[b]; });
  return order;
}

int64_t place_box(std::span<const size_t> dimensions, const Box& box, PlacedArray& placed) {
  placed.first = placed.last = 0;
  placed.backwards = false;
  int64_t elements = 1;
  const bool in_rows = placed.rows && are_shorter(*placed.rows, box);
  for (size_t n = dimensions.size(); n-- > 0;) {
    const size_t d = dimensions[n];
    if (in_rows && d == placed.rows->inner) {
      elements = place_rows(*placed.rows, box, elements, placed);
      --n;  // the dimension before it is the one that counts rows
      continue;
    }
    const kernel::Axis& axis = placed.axes[d];
    const int64_t low = axis.period(box.low[d]);
    const int64_t high = axis.period(box.high[d]);
    placed.strides[d] = elements;
    placed.first -= low * elements;
    placed.last += std::max<int64_t>(0, high) * elements;
    elements *= high - low + 1;
    if (axis.width == 1) continue;
    placed.remainder_strides[d] = elements;
    placed.last += (axis.width - 1) * elements;
    elements *= axis.width;
  }
  return elements;
}

Region packed_region(const CallArray& array, const Box& box) {
  Region region{.box = box};
  region.box.step.fill(1);
  if (is_empty(box)) return region;
  PlacedArray placed = array.placed;
  region.bytes = place_box(array.dimensions, box, placed) * array.item_bytes;
  return region;
}

Region shared_region(std::span<const ArrayBox> boxes) {
  Region region{.packed = false};
  for (const ArrayBox& part : boxes) {
    if (is_empty(part.box)) continue;
    const ByteSpan span = bytes_of(part);
    if (region.begin == nullptr || span.begin < region.begin) region.begin = span.begin;
    if (region.end == nullptr || span.end > region.end) region.end = span.end;
  }
  region.begin -= reinterpret_cast<uintptr_t>(region.begin) % kSharedAlignment;
  region.bytes = region.end - region.begin;
  return region;
}

PlacedArray placed_in(const CallArray& array, const Region& region) {
  PlacedArray placed = array.placed;
  if (!region.packed) {
    placed.first = (static_cast<const std::byte*>(array.host.data) - region.begin) / array.item_bytes;
    return placed;
  }
  placed.strides.fill(0);
  placed.remainder_strides.fill(0);
  static_cast<void>(place_box(array.dimensions, region.box, placed));
  return placed;
}

std::vector<runtime::StridedCopy> copies_of(const CallArray& array, const Footprint& part,
                                            const PlacedArray& placed, const std::byte* host) {
  std::vector<runtime::StridedCopy> copies;
  for (const Box& box : boxes_of(part, placed)) {
    for (const Box& even : evenly_placed(box, placed)) copies.push_back(copy_of(array, even, placed, host));
  }
  return runtime::in_rows(std::move(copies));
}

runtime::StridedCopy copy_of(const CallArray& array, const Box& box, const PlacedArray& placed,
                             const std::byte* host) {
  runtime::StridedCopy copy;
  copy.host_offset = static_cast<const std::byte*>(array.host.data) - host;
  copy.packed_offset = placed.first * array.item_bytes;
  copy.run_bytes = array.item_bytes;
  for (size_t d = 0; d < static_cast<size_t>(array.rank); ++d) {
    const int64_t first = placed.place(d, box.low[d]);
    runtime::StridedCopy::Dim dim{box.count(d), box.step[d] * array.host.stride_bytes[d],
                                  (placed.place(d, box.low[d] + box.step[d]) - first) * array.item_bytes};
    copy.host_offset += box.low[d] * array.host.stride_bytes[d];
    copy.packed_offset += first * array.item_bytes;
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

}  // namespace unpython::footprint
