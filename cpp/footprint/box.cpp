#include "footprint/box.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "support/checked_int.h"

namespace unpython::footprint {
namespace {

/// The subscripts of a box along one dimension.
struct Row {
  int64_t low = 0;
  int64_t high = 0;
  int64_t step = 1;
  [[nodiscard]] int64_t count() const { return (high - low) / step + 1; }
};

Row row_of(const Box& box, size_t d) { return {box.low[d], box.high[d], box.step[d]}; }

/// The multiple of `a.step` that leads from a.low to the residue of b, modulo the step of b: by the extended
/// Euclidean algorithm. None if there is none.
std::optional<int64_t> steps_to_residue(const Row& a, const Row& b, int64_t gcd) {
  const int64_t distance = b.low - a.low;
  if (distance % gcd != 0) return std::nullopt;
  const int64_t modulus = b.step / gcd;
  int64_t r0 = modulus;
  int64_t r1 = a.step / gcd % modulus;
  int64_t t0 = 0;
  int64_t t1 = 1;
  while (r1 != 0) {
    const int64_t quotient = r0 / r1;
    std::tie(r0, r1) = std::pair(r1, r0 - quotient * r1);
    std::tie(t0, t1) = std::pair(t1, t0 - quotient * t1);
  }
  const auto steps = static_cast<int64_t>(static_cast<__int128>(distance / gcd % modulus) * t0 % modulus);
  return steps < 0 ? steps + modulus : steps;
}

std::optional<Row> common(const Row& a, const Row& b) {
  const int64_t low = std::max(a.low, b.low);
  const int64_t high = std::min(a.high, b.high);
  if (low > high) return std::nullopt;
  if (a.step == 1 && b.step == 1) return Row{low, high, 1};
  const int64_t gcd = std::gcd(a.step, b.step);
  const std::optional<int64_t> steps = steps_to_residue(a, b, gcd);
  if (!steps) return std::nullopt;
  const __int128 by = static_cast<__int128>(a.step / gcd) * b.step;
  __int128 first = a.low + static_cast<__int128>(*steps) * a.step;
  if (first < low) first += (low - first + by - 1) / by * by;
  if (first > high) return std::nullopt;
  const __int128 last = first + (high - first) / by * by;
  const auto step = last == first ? int64_t{1} : static_cast<int64_t>(by);
  return Row{static_cast<int64_t>(first), static_cast<int64_t>(last), step};
}

/// `all` without `some` of it.
std::vector<Row> difference(const Row& all, const Row& some) {
  std::vector<Row> parts;
  const auto add = [&](int64_t low, int64_t high, int64_t step) {
    if (low > high) return;
    const int64_t last = low + (high - low) / step * step;
    parts.push_back({low, last, last == low ? 1 : step});
  };
  add(all.low, some.low - all.step, all.step);
  const int64_t between = some.count() == 1 ? 1 : some.step / all.step;
  if (between - 1 <= some.count()) {
    for (int64_t n = 1; n < between; ++n)
      add(some.low + n * all.step, some.high - some.step + n * all.step, some.step);
  } else {
    for (int64_t n = 0; n + 1 < some.count(); ++n)
      add(some.low + n * some.step + all.step, some.low + (n + 1) * some.step - all.step, all.step);
  }
  add(some.high + all.step, all.high, all.step);
  return parts;
}

}  // namespace

void Box::set(size_t dimension, int64_t first, int64_t last, int64_t by) {
  low[dimension] = first;
  high[dimension] = last < first ? last : first + (last - first) / by * by;
  step[dimension] = high[dimension] <= first ? 1 : by;
}

bool is_empty(const Box& box) {
  for (size_t d = 0; d < kMaxRank; ++d) {
    if (box.high[d] < box.low[d]) return true;
  }
  return false;
}

int64_t elements(const Box& box) {
  int64_t count = 1;
  for (size_t d = 0; d < kMaxRank; ++d) count = checked_mul(count, box.count(d)).value_or(INT64_MAX);
  return count;
}

Box whole_box(const int64_t* extents, int rank) {
  Box box;
  for (size_t d = 0; d < static_cast<size_t>(rank); ++d) box.high[d] = extents[d] - 1;
  return box;
}

Box bounding(const Box& a, const Box& b) {
  Box box;
  for (size_t d = 0; d < kMaxRank; ++d) {
    int64_t step = std::abs(a.low[d] - b.low[d]);
    if (a.high[d] > a.low[d]) step = std::gcd(step, a.step[d]);
    if (b.high[d] > b.low[d]) step = std::gcd(step, b.step[d]);
    box.set(d, std::min(a.low[d], b.low[d]), std::max(a.high[d], b.high[d]), std::max<int64_t>(step, 1));
  }
  return box;
}

std::optional<Box> common(const Box& a, const Box& b) {
  Box box;
  for (size_t d = 0; d < kMaxRank; ++d) {
    const std::optional<Row> row = common(row_of(a, d), row_of(b, d));
    if (!row) return std::nullopt;
    box.set(d, row->low, row->high, row->step);
  }
  return box;
}

/// One dimension after the other, what lies outside of `b` is cut off.
std::vector<Box> difference(const Box& a, const Box& b) {
  if (is_empty(a)) return {};
  const std::optional<Box> both = common(a, b);
  if (!both) return {a};
  std::vector<Box> parts;
  Box rest = a;
  for (size_t d = 0; d < kMaxRank; ++d) {
    const Row some = row_of(*both, d);
    for (const Row& row : difference(row_of(rest, d), some)) {
      parts.push_back(rest);
      parts.back().set(d, row.low, row.high, row.step);
    }
    rest.set(d, some.low, some.high, some.step);
  }
  return parts;
}

std::optional<Box> joined(const Box& a, const Box& b, size_t d) {
  for (size_t other = 0; other < kMaxRank; ++other) {
    if (other != d &&
        (a.low[other] != b.low[other] || a.high[other] != b.high[other] || a.step[other] != b.step[other]))
      return std::nullopt;
  }
  const int64_t step = b.low[d] - a.high[d];
  const auto fits = [&](const Box& box) { return box.low[d] == box.high[d] || box.step[d] == step; };
  if (step <= 0 || !fits(a) || !fits(b)) return std::nullopt;
  Box box = a;
  box.set(d, a.low[d], b.high[d], step);
  return box;
}

}  // namespace unpython::footprint
