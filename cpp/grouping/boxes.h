// Boxes of cells that have a place on both sides: in the memory of the caller and in a packed buffer. All in
// cells.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "analysis/descriptor.h"

namespace unpython::grouping {

/// Cell (i_1, ..., i_d) lies at host + sum stride_k i_k and at packed + sum packed_stride_k i_k. Host strides
/// are positive and leave room: stride_k > sum_{p>k} stride_p (extent_p - 1).
struct Box {
  struct Dim {
    int64_t extent = 1;
    int64_t stride = 0;
    int64_t packed_stride = 0;
    bool operator==(const Dim&) const = default;
  };
  int64_t host = 0;
  int64_t packed = 0;
  int rank = 0;
  std::array<Dim, analysis::kMaxDimensions + 1> dims{};

  [[nodiscard]] int64_t cells() const;
};

/// The cells of `box` with low <= host place <= high, as boxes in ascending order.
[[nodiscard]] std::vector<Box> clip(const Box& box, int64_t low, int64_t high);

/// The same cells in fewer boxes: boxes that lie in others are dropped, neighbours and overlapping ones are
/// joined where the result is a box. All have the same strides.
[[nodiscard]] std::vector<Box> join(std::vector<Box> boxes);

/// Dimensions of extent 1 dropped, and those joined that continue each other on both sides.
[[nodiscard]] Box simplify(const Box& box);

}  // namespace unpython::grouping
