#include "kernel/box.h"

#include <algorithm>

namespace unpython::kernel {

bool is_empty(const Box& box) {
  for (size_t d = 0; d < kMaxRank; ++d) {
    if (box.high[d] < box.low[d]) return true;
  }
  return false;
}

Box whole_box(const int64_t* extents, int rank) {
  Box box;
  for (size_t d = 0; d < static_cast<size_t>(rank); ++d) box.high[d] = extents[d] - 1;
  return box;
}

Box bounding(const Box& a, const Box& b) {
  Box box;
  for (size_t d = 0; d < kMaxRank; ++d) {
    box.low[d] = std::min(a.low[d], b.low[d]);
    box.high[d] = std::max(a.high[d], b.high[d]);
  }
  return box;
}

std::optional<Box> bounding(const std::optional<Box>& a, const std::optional<Box>& b) {
  if (!a) return b;
  return b ? bounding(*a, *b) : *a;
}

bool meet(const Box& a, const Box& b) {
  for (size_t d = 0; d < kMaxRank; ++d) {
    if (std::max(a.low[d], b.low[d]) > std::min(a.high[d], b.high[d])) return false;
  }
  return true;
}

bool contains(const Box& outer, const Box& inner) {
  for (size_t d = 0; d < kMaxRank; ++d) {
    if (inner.low[d] < outer.low[d] || inner.high[d] > outer.high[d]) return false;
  }
  return true;
}

/// One dimension after the other, what lies below and above `b` is cut off.
std::vector<Box> difference(const Box& a, const Box& b) {
  if (is_empty(a)) return {};
  if (!meet(a, b)) return {a};
  std::vector<Box> parts;
  Box rest = a;
  for (size_t d = 0; d < kMaxRank; ++d) {
    if (rest.low[d] < b.low[d]) {
      parts.push_back(rest);
      parts.back().high[d] = b.low[d] - 1;
      rest.low[d] = b.low[d];
    }
    if (rest.high[d] > b.high[d]) {
      parts.push_back(rest);
      parts.back().low[d] = b.high[d] + 1;
      rest.high[d] = b.high[d];
    }
  }
  return parts;
}

}  // namespace unpython::kernel
