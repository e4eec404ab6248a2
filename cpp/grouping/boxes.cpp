#include "grouping/boxes.h"

#include <algorithm>
#include <optional>

#include "support/floor_div.h"

namespace unpython::grouping {
namespace {

/// Rounded up, for b > 0.
int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }

/// Distance from the first to the last cell of the dimensions from `from` on.
int64_t span_from(const Box& box, int from) {
  int64_t span = 0;
  for (int k = from; k < box.rank; ++k) {
    const Box::Dim& dim = box.dims[static_cast<size_t>(k)];
    span += dim.stride * (dim.extent - 1);
  }
  return span;
}

/// Indices [first, first + extent) of dimension k.
Box part_of(Box box, int k, int64_t first, int64_t extent) {
  Box::Dim& dim = box.dims[static_cast<size_t>(k)];
  box.host += dim.stride * first;
  box.packed += dim.packed_stride * first;
  dim.extent = extent;
  return box;
}

void clip_from(const Box& box, int k, int64_t low, int64_t high, std::vector<Box>& result) {
  const int64_t last = box.host + span_from(box, k);
  if (last < low || box.host > high) return;
  if (box.host >= low && last <= high) {
    result.push_back(box);
    return;
  }
  // Indices first..end-1 of dimension k lie inside with all that is within them; at most one on either side
  // of them lies inside in part, since what is within spans less than a stride.
  const Box::Dim& dim = box.dims[static_cast<size_t>(k)];
  const int64_t within = span_from(box, k + 1);
  const int64_t first = std::clamp<int64_t>(ceil_div(low - box.host, dim.stride), 0, dim.extent);
  const int64_t end =
      std::clamp<int64_t>(floor_div(high - within - box.host, dim.stride) + 1, first, dim.extent);
  if (first > 0) clip_from(part_of(box, k, first - 1, 1), k + 1, low, high, result);
  if (end > first) result.push_back(part_of(box, k, first, end - first));
  if (end < dim.extent) clip_from(part_of(box, k, end, 1), k + 1, low, high, result);
}

/// Index of dimension k of `a` at which `b` begins, if b is a shifted along k alone.
std::optional<int64_t> shift_along(const Box& a, const Box& b, int k) {
  const Box::Dim& dim = a.dims[static_cast<size_t>(k)];
  const int64_t shift = (b.host - a.host) / dim.stride;
  const bool along =
      a.host + shift * dim.stride == b.host && a.packed + shift * dim.packed_stride == b.packed;
  return along ? std::optional(shift) : std::nullopt;
}

/// a joined with b, if both together are a box.
std::optional<Box> joined(const Box& a, const Box& b) {
  if (a.rank == 0) return a.host == b.host ? std::optional(a) : std::nullopt;
  for (int k = 0; k < a.rank; ++k) {
    const auto own = static_cast<size_t>(k);
    const auto shift = shift_along(a, b, k);
    if (!shift) continue;
    bool equal = true;
    bool holds = *shift >= 0 && *shift + b.dims[own].extent <= a.dims[own].extent;
    for (size_t other = 0; other < static_cast<size_t>(a.rank); ++other) {
      if (other == own) continue;
      equal = equal && a.dims[other].extent == b.dims[other].extent;
      holds = holds && b.dims[other].extent <= a.dims[other].extent;
    }
    if (holds) return a;
    if (!equal || *shift < 0 || *shift > a.dims[own].extent) continue;
    Box both = a;
    both.dims[own].extent = std::max(a.dims[own].extent, *shift + b.dims[own].extent);
    return both;
  }
  return std::nullopt;
}

}  // namespace

int64_t Box::cells() const {
  int64_t result = 1;
  for (int k = 0; k < rank; ++k) result *= dims[static_cast<size_t>(k)].extent;
  return result;
}

std::vector<Box> clip(const Box& box, int64_t low, int64_t high) {
  std::vector<Box> result;
  clip_from(box, 0, low, high, result);
  return result;
}

std::vector<Box> join(std::vector<Box> boxes) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < boxes.size(); ++i) {
      for (size_t j = boxes.size(); j-- > 0;) {
        if (i == j || i >= boxes.size()) continue;
        const auto both = joined(boxes[i], boxes[j]);
        if (!both) continue;
        boxes[i] = *both;
        boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(j));
        if (j < i) --i;
        changed = true;
      }
    }
  }
  return boxes;
}

Box simplify(const Box& box) {
  Box result = box;
  result.rank = 0;
  for (int k = 0; k < box.rank; ++k) {
    const Box::Dim& next = box.dims[static_cast<size_t>(k)];
    if (next.extent == 1) continue;
    if (result.rank > 0) {
      Box::Dim& last = result.dims[static_cast<size_t>(result.rank - 1)];
      if (last.stride == next.stride * next.extent &&
          last.packed_stride == next.packed_stride * next.extent) {
        last = {
            .extent = last.extent * next.extent, .stride = next.stride, .packed_stride = next.packed_stride};
        continue;
      }
    }
    result.dims[static_cast<size_t>(result.rank++)] = next;
  }
  return result;
}

}  // namespace unpython::grouping
