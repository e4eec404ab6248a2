// Counting the points of a domain whose constraints couple counters in pairs (triangles, bands): for each
// value of one counter the other runs from a maximum to a minimum of linear rows, so the count is linear
// between the values where two rows cross, and a sum of arithmetic series.
#include <algorithm>

#include "analysis/domain.h"
#include "support/checked_int.h"
#include "support/floor_div.h"

namespace unpython::analysis {

namespace {

using Wide = __int128;

/// constant + slope * p.
struct Row {
  Wide constant = 0;
  Wide slope = 0;
  [[nodiscard]] Wide at(Wide p) const { return constant + slope * p; }
};

struct Pair {
  Domain::Counter outer;  ///< p: summed over
  Domain::Counter inner;  ///< counted for each p
  std::vector<Row> lower;
  std::vector<Row> past_upper;  ///< one above the upper bounds
};

/// First values of p after two rows have crossed, within the range of p, and its two ends.
std::vector<Wide> segment_starts(const Pair& pair) {
  std::vector<Row> rows = pair.lower;
  rows.insert(rows.end(), pair.past_upper.begin(), pair.past_upper.end());
  const Wide end = Wide{pair.outer.range.high} + 1;
  std::vector<Wide> starts{pair.outer.range.low, end};
  for (const Row& a : rows) {
    for (const Row& b : rows) {
      if (a.slope <= b.slope) continue;
      const Wide start = floor_div(b.constant - a.constant, a.slope - b.slope) + 1;
      if (start > pair.outer.range.low && start < end) starts.push_back(start);
    }
  }
  std::sort(starts.begin(), starts.end());
  return starts;
}

Wide count_at(const Pair& pair, Wide p) {
  Wide low = pair.lower.front().at(p);
  Wide past = pair.past_upper.front().at(p);
  for (const Row& row : pair.lower) low = std::max(low, row.at(p));
  for (const Row& row : pair.past_upper) past = std::min(past, row.at(p));
  return std::max(Wide{0}, past - low);
}

std::optional<int64_t> count(const Pair& pair) {
  const std::vector<Wide> starts = segment_starts(pair);
  Wide total = 0;
  for (size_t i = 0; i + 1 < starts.size(); ++i) {
    if (starts[i] == starts[i + 1]) continue;
    const Wide ends = count_at(pair, starts[i]) + count_at(pair, starts[i + 1] - 1);
    Wide twice = 0;
    if (__builtin_mul_overflow(starts[i + 1] - starts[i], ends, &twice) ||
        __builtin_add_overflow(total, twice / 2, &total))
      return std::nullopt;
  }
  if (total > INT64_MAX) return std::nullopt;
  return static_cast<int64_t>(total);
}

bool is_bounded(const IntegerRange& range) { return range.low != INT64_MIN && range.high != INT64_MAX; }

/// The pair that a counter belongs to by a set of constraints of two terms each, the other one summed over;
/// nothing if the counter's coefficient is not 1 or -1 everywhere.
std::optional<Pair> pair_of(const Domain& domain, UnknownIndex inner, UnknownIndex outer) {
  Pair pair{{outer, domain.range_of(outer)}, {inner, domain.range_of(inner)}, {}, {}};
  if (!is_bounded(pair.outer.range) || !is_bounded(pair.inner.range)) return std::nullopt;
  pair.lower.push_back({pair.inner.range.low, 0});
  pair.past_upper.push_back({Wide{pair.inner.range.high} + 1, 0});
  for (const LinearForm& form : domain.constraints()) {
    const int64_t own = form.coefficient_of(inner);
    const int64_t other = form.coefficient_of(outer);
    if (own == 0 && other == 0) continue;
    if (form.terms().size() != 2 || other == 0) return std::nullopt;
    if (own == 1) {
      pair.lower.push_back({-Wide{form.constant()}, -Wide{other}});
    } else if (own == -1) {
      pair.past_upper.push_back({Wide{form.constant()} + 1, other});
    } else {
      return std::nullopt;
    }
  }
  return pair;
}

}  // namespace

std::optional<int64_t> Domain::points() const {
  if (empty_) return 0;
  if (!complete_) return std::nullopt;
  std::optional<int64_t> total = 1;
  std::vector<UnknownIndex> counted;
  const auto take = [&](std::optional<int64_t> number) {
    total = total && number ? checked_mul(*total, *number) : std::nullopt;
  };
  for (const LinearForm& form : constraints_) {
    if (form.terms().size() != 2) return std::nullopt;
    const UnknownIndex a = form.terms()[0].unknown;
    const UnknownIndex b = form.terms()[1].unknown;
    if (std::find(counted.begin(), counted.end(), a) != counted.end()) continue;
    auto pair = pair_of(*this, b, a);
    if (!pair) pair = pair_of(*this, a, b);
    if (!pair) return std::nullopt;
    take(count(*pair));
    counted.insert(counted.end(), {a, b});
  }
  for (const Counter& counter : counters_) {
    if (std::find(counted.begin(), counted.end(), counter.unknown) != counted.end()) continue;
    const auto last = checked_sub(counter.range.high, counter.range.low);
    take(last ? checked_add(*last, 1) : std::nullopt);
  }
  return total;
}

}  // namespace unpython::analysis
