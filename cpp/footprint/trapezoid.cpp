#include "footprint/trapezoid.h"

#include <algorithm>

#include "support/checked_int.h"
#include "support/floor_div.h"

namespace unpython::footprint {
namespace {

constexpr int64_t kMostRows = int64_t{1} << 31;  // so that squares of rows have room

/// The least and the greatest subscript along `inner` in one row.
struct Ends {
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;
};

Ends ends_of(const Footprint& part, size_t outer, size_t inner, int64_t row) {
  Ends ends;
  for (const Box& box : part.boxes()) {
    if (box.low[outer] > row || box.high[outer] < row) continue;
    ends.low = std::min(ends.low, box.low[inner]);
    ends.high = std::max(ends.high, box.high[inner]);
  }
  return ends;
}

/// Moves a line of the slope below, or above, the corners of all boxes.
std::optional<Trapezoid::Line> line_around(const Footprint& part, size_t outer, int64_t slope,
                                           const std::array<int64_t, kMaxRank> Box::* side, size_t inner, bool below) {
  Trapezoid::Line line{below ? INT64_MAX : INT64_MIN, slope};
  for (const Box& box : part.boxes()) {
    for (const int64_t row : {box.low[outer], box.high[outer]}) {
      const auto shift = checked_mul(slope, row);
      if (!shift) return std::nullopt;
      const int64_t start = (box.*side)[inner] - *shift;
      line.start = below ? std::min(line.start, start) : std::max(line.start, start);
    }
  }
  return line;
}

}  // namespace

std::optional<Trapezoid> trapezoid_around(const Footprint& part, size_t outer, size_t inner) {
  const Box hull = *part.hull();
  const int64_t rows = hull.high[outer] - hull.low[outer];
  if (rows == 0 || hull.step[outer] != 1 || hull.high[outer] >= kMostRows) return std::nullopt;
  const Ends first = ends_of(part, outer, inner, hull.low[outer]);
  const Ends last = ends_of(part, outer, inner, hull.high[outer]);
  const int64_t low_slope = floor_div(last.low - first.low, rows);
  const int64_t high_slope = floor_div(last.high - first.high, rows);
  if (low_slope == 0 && high_slope == 0) return std::nullopt;
  const auto low = line_around(part, outer, low_slope, &Box::low, inner, true);
  const auto high = line_around(part, outer, high_slope, &Box::high, inner, false);
  if (!low || !high) return std::nullopt;
  const Trapezoid found{outer, inner, *low, *high};
  const auto grown = checked_mul(found.growth(), triangle(hull.high[outer] + 1));
  return grown ? std::optional(found) : std::nullopt;
}

}  // namespace unpython::footprint
