// Boxes of subscripts, and what is left of one without another.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "unpython/types.h"

namespace unpython::kernel {

/// Subscripts low[d] .. high[d] (both inside) along each dimension; empty if some high is below its low.
/// Dimensions that the array does not have are 0 .. 0.
struct Box {
  std::array<int64_t, kMaxRank> low{};
  std::array<int64_t, kMaxRank> high{};
  bool operator==(const Box&) const = default;
};

[[nodiscard]] bool is_empty(const Box& box);
/// All elements of an array.
[[nodiscard]] Box whole_box(const int64_t* extents, int rank);
/// The least box that holds both, which must not be empty.
[[nodiscard]] Box bounding(const Box& a, const Box& b);
/// The same where either may be missing.
[[nodiscard]] std::optional<Box> bounding(const std::optional<Box>& a, const std::optional<Box>& b);
[[nodiscard]] bool meet(const Box& a, const Box& b);
[[nodiscard]] bool contains(const Box& outer, const Box& inner);
/// Boxes without common elements that make up `a` without `b`.
[[nodiscard]] std::vector<Box> difference(const Box& a, const Box& b);

}  // namespace unpython::kernel
