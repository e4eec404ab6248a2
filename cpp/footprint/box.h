// Boxes of subscripts, every step-th along each dimension, and what is left of one without another.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "unpython/types.h"

namespace unpython::footprint {

/// Subscripts low[d], low[d] + step[d], .., high[d] along each dimension; empty if some high is below its
/// low. The steps are positive and divide high - low; they are 1 where that is 0. Dimensions that the array
/// does not have are 0 .. 0.
struct Box {
  Box() { step.fill(1); }
  std::array<int64_t, kMaxRank> low{};
  std::array<int64_t, kMaxRank> high{};
  std::array<int64_t, kMaxRank> step{};
  /// The subscripts along one dimension.
  void set(size_t dimension, int64_t first, int64_t last, int64_t by = 1);
  [[nodiscard]] int64_t count(size_t dimension) const {
    return high[dimension] < low[dimension] ? 0 : (high[dimension] - low[dimension]) / step[dimension] + 1;
  }
  bool operator==(const Box&) const = default;
};

[[nodiscard]] bool is_empty(const Box& box);
/// How many elements it has; a number beyond 64 bits is the largest of them.
[[nodiscard]] int64_t elements(const Box& box);
/// All elements of an array.
[[nodiscard]] Box whole_box(const int64_t* extents, int rank);
/// The least box that holds both, which must not be empty.
[[nodiscard]] Box bounding(const Box& a, const Box& b);
/// The elements of both.
[[nodiscard]] std::optional<Box> common(const Box& a, const Box& b);
/// Boxes without common elements that make up `a` without `b`.
[[nodiscard]] std::vector<Box> difference(const Box& a, const Box& b);
/// One box of the elements of both, if `b` continues `a` along dimension `d` and the others are the same.
[[nodiscard]] std::optional<Box> joined(const Box& a, const Box& b, size_t d);

}  // namespace unpython::footprint
