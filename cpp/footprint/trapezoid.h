// Rows of two dimensions that begin on one line and end on another: bands along a diagonal, triangles, trapezoids.
//
// Packed, row stands behind row. Row r holds width(r) = w + g r elements, so element (r, c) stands, from row 0 on, at
//   before(r) + c - low(r),   before(r) = width(0) + .. + width(r - 1) = w r + g triangle(r),   triangle(r) = r (r - 1) / 2.
// Places are sums of multiples of r, c and triangle(r), whatever row is the first one of a part of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "footprint/footprint.h"

namespace unpython::footprint {

/// 0 + 1 + .. + (row - 1)
[[nodiscard]] constexpr int64_t triangle(int64_t row) {
  return row % 2 == 0 ? row / 2 * (row - 1) : (row - 1) / 2 * row;
}

struct Trapezoid {
  struct Line {
    int64_t start = 0;
    int64_t slope = 0;
    [[nodiscard]] int64_t at(int64_t row) const { return start + slope * row; }
    bool operator==(const Line&) const = default;
  };
  size_t outer = 0;  ///< the dimension that counts rows
  size_t inner = 0;
  Line low{};
  Line high{};  ///< the last element of each row
  [[nodiscard]] int64_t growth() const { return high.slope - low.slope; }
  /// Elements of the rows from 0 to `row`, less that row.
  [[nodiscard]] int64_t before(int64_t row) const {
    return (high.start - low.start + 1) * row + growth() * triangle(row);
  }
  /// Elements of all rows from `first` to `last`.
  [[nodiscard]] int64_t elements(int64_t first, int64_t last) const { return before(last + 1) - before(first); }
  bool operator==(const Trapezoid&) const = default;
};

/// The lines through the ends of the first and the last row of `part`, moved apart until they hold all of it. None where
/// they are those of a box, or where rows are left out.
[[nodiscard]] std::optional<Trapezoid> trapezoid_around(const Footprint& part, size_t outer, size_t inner);

}  // namespace unpython::footprint
