#include "integers/elimination.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "support/checked_int.h"
#include "support/floor_div.h"

namespace unpython::integers {
namespace {

constexpr size_t kMostRows = 80;  // more: give up, so that a call stays quick

enum class RowState : uint8_t { Useful, AlwaysHolds, NeverHolds };

/// Divides by the greatest common divisor of the coefficients.
RowState tighten(Inequality& row) {
  int64_t divisor = 0;
  for (int64_t c : row.coefficients) {
    if (c == INT64_MIN) return RowState::AlwaysHolds;  // nothing is concluded from it
    divisor = std::gcd(divisor, c);
  }
  if (divisor == 0) return row.constant >= 0 ? RowState::AlwaysHolds : RowState::NeverHolds;
  if (divisor > 1) {
    for (int64_t& c : row.coefficients) c /= divisor;
    row.constant = floor_div(row.constant, divisor);
  }
  return RowState::Useful;
}

/// The unknown whose elimination leaves the fewest rows, or -1 if none occurs.
int cheapest_column(const std::vector<Inequality>& rows, int columns) {
  int best = -1;
  size_t least = SIZE_MAX;
  for (int c = 0; c < columns; ++c) {
    size_t up = 0;
    size_t down = 0;
    for (const Inequality& row : rows) {
      up += row.coefficients[static_cast<size_t>(c)] > 0 ? 1 : 0;
      down += row.coefficients[static_cast<size_t>(c)] < 0 ? 1 : 0;
    }
    if (up + down > 0 && up * down < least) {
      least = up * down;
      best = c;
    }
  }
  return best;
}

/// The consequence of a lower bound `a` and an upper bound `b` of one unknown that holds without it.
std::optional<Inequality> combine(const Inequality& a, const Inequality& b, size_t column) {
  const int64_t common = std::gcd(a.coefficients[column], b.coefficients[column]);
  const int64_t of_a = -b.coefficients[column] / common;
  const int64_t of_b = a.coefficients[column] / common;
  const auto sum = [&](int64_t x, int64_t y, int64_t& result) {
    int64_t left = 0;
    int64_t right = 0;
    return !__builtin_mul_overflow(x, of_a, &left) && !__builtin_mul_overflow(y, of_b, &right) &&
           !__builtin_add_overflow(left, right, &result);
  };
  Inequality row;
  if (!sum(a.constant, b.constant, row.constant)) return std::nullopt;
  for (size_t c = 0; c < kMostColumns; ++c) {
    if (!sum(a.coefficients[c], b.coefficients[c], row.coefficients[c])) return std::nullopt;
  }
  return row;
}

}  // namespace

bool has_no_solution(std::vector<Inequality> rows, int columns) {
  bool never = false;
  std::erase_if(rows, [&](Inequality& row) {
    const RowState state = tighten(row);
    never = never || state == RowState::NeverHolds;
    return state != RowState::Useful;
  });
  if (never) return true;
  for (int column = cheapest_column(rows, columns); column >= 0; column = cheapest_column(rows, columns)) {
    const auto c = static_cast<size_t>(column);
    std::vector<Inequality> next;
    for (const Inequality& a : rows) {
      if (a.coefficients[c] == 0) next.push_back(a);
      if (a.coefficients[c] <= 0) continue;
      for (const Inequality& b : rows) {
        if (b.coefficients[c] >= 0) continue;
        std::optional<Inequality> row = combine(a, b, c);
        if (!row) continue;  // beyond 64 bits: one consequence fewer
        const RowState state = tighten(*row);
        if (state == RowState::NeverHolds) return true;
        if (state == RowState::Useful) next.push_back(*row);
      }
    }
    if (next.size() > kMostRows) return false;
    rows = std::move(next);
  }
  return false;
}

}  // namespace unpython::integers
