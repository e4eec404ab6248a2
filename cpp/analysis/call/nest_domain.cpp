// The quick answer eliminates counters from the innermost outwards: c * k is at most c * (extent - 1) for c >
// 0 and at most 0 for c < 0; symbols and what is left take the ends of their ranges. The thorough one shows
// that the domain, its guards and the opposite of the claim have no common point.
#include "analysis/call/nest_domain.h"

#include <algorithm>

namespace unpython::analysis {
namespace {

using integers::Inequality;
using integers::IntegerRange;
using integers::LinearForm;
using integers::UnknownIndex;

/// Numbers the unknowns of a system from 0.
class Columns {
 public:
  /// The column of an unknown, or -1 when there are too many.
  int of(UnknownIndex unknown) {
    for (int c = 0; c < count_; ++c) {
      if (unknowns_[static_cast<size_t>(c)] == unknown) return c;
    }
    if (count_ == integers::kMostColumns) return -1;
    unknowns_[static_cast<size_t>(count_)] = unknown;
    return count_++;
  }
  [[nodiscard]] UnknownIndex operator[](int column) const { return unknowns_[static_cast<size_t>(column)]; }
  [[nodiscard]] int count() const { return count_; }

 private:
  std::array<UnknownIndex, integers::kMostColumns> unknowns_{};
  int count_ = 0;
};

/// form >= 0 as a row; nothing if it does not fit.
std::optional<Inequality> row_of(const LinearForm& form, Columns& columns) {
  Inequality row;
  row.constant = form.constant();
  for (const LinearForm::Term& term : form.terms()) {
    const int column = columns.of(term.unknown);
    if (column < 0) return std::nullopt;
    row.coefficients[static_cast<size_t>(column)] = term.coefficient;
  }
  return row;
}

}  // namespace

IntegerRange NestDomain::values_of(UnknownIndex unknown) const {
  const IntegerRange range = nest_.unknowns[static_cast<size_t>(unknown)].range;
  return range.is_empty() ? IntegerRange{range.low, range.low} : range;  // of a loop that never runs
}

std::optional<LinearForm> NestDomain::last_of(const NestLoop& loop) const { return loop.extent.plus(-1); }

std::optional<int64_t> NestDomain::extreme(const LinearForm& form, int loop, bool high) const {
  std::optional<LinearForm> rest = form;
  for (; loop >= 0 && !rest->is_constant(); loop = nest_.loops[static_cast<size_t>(loop)].parent) {
    const NestLoop& around = nest_.loops[static_cast<size_t>(loop)];
    const int64_t coefficient = rest->coefficient_of(around.counter);
    if (coefficient == 0) continue;
    const LinearForm others = rest->without(around.counter);
    if ((coefficient > 0) != high) {
      rest = others;  // the counter is 0
      continue;
    }
    const std::optional<LinearForm> last = last_of(around);
    rest = last ? LinearForm::add_scaled(others, *last, coefficient) : std::nullopt;
    if (!rest) return std::nullopt;
  }
  int64_t sum = rest->constant();
  for (const LinearForm::Term& term : rest->terms()) {
    const IntegerRange values = values_of(term.unknown);
    int64_t part = 0;
    if (__builtin_mul_overflow(term.coefficient, (term.coefficient > 0) == high ? values.high : values.low,
                               &part) ||
        __builtin_add_overflow(sum, part, &sum))
      return std::nullopt;
  }
  return sum;
}

std::optional<IntegerRange> NestDomain::range(const LinearForm& form, int loop) const {
  if (form.is_constant()) return IntegerRange{form.constant(), form.constant()};
  const std::optional<int64_t> low = extreme(form, loop, false);
  const std::optional<int64_t> high = extreme(form, loop, true);
  if (!low || !high) return std::nullopt;
  // A loop that never runs turns its ends round.
  return IntegerRange{std::min(*low, *high), std::max(*low, *high)};
}

bool NestDomain::never_negative(const LinearForm& form, int loop, int guard) const {
  const std::optional<int64_t> low = extreme(form, loop, false);
  if (low && *low >= 0) return true;
  if (form.is_constant() && guard < 0) return is_empty(loop, guard);
  return contradicts(&form, loop, guard);
}

bool NestDomain::is_empty(int loop, int guard) const {
  bool affine = false;
  for (int l = loop; l >= 0; l = nest_.loops[static_cast<size_t>(l)].parent) {
    const LinearForm& extent = nest_.loops[static_cast<size_t>(l)].extent;
    if (extent.is_constant() && extent.constant() <= 0) return true;
    affine = affine || !extent.is_constant();
  }
  return (affine || guard >= 0) && contradicts(nullptr, loop, guard);
}

/// No point of the domain has form < 0 (without a form: there is no point).
bool NestDomain::contradicts(const LinearForm* form, int loop, int guard) const {
  Columns columns;
  std::vector<Inequality> rows;
  rows.reserve(24);
  const auto require = [&](const std::optional<LinearForm>& at_least_zero) {
    if (!at_least_zero) return;
    if (const std::optional<Inequality> row = row_of(*at_least_zero, columns)) rows.push_back(*row);
  };
  if (form != nullptr) {
    const std::optional<LinearForm> negative = form->times(-1);
    const std::optional<LinearForm> below = negative ? negative->plus(-1) : std::nullopt;
    if (!below) return false;
    require(below);
  }
  for (int g = guard; g >= 0; g = nest_.guards[static_cast<size_t>(g)].outer) {
    const Guard& in_force = nest_.guards[static_cast<size_t>(g)];
    if (!in_force.nonzero) require(in_force.form);
  }
  for (int l = loop; l >= 0; l = nest_.loops[static_cast<size_t>(l)].parent) {
    const NestLoop& around = nest_.loops[static_cast<size_t>(l)];
    const std::optional<LinearForm> last = last_of(around);
    require(last ? last->minus(LinearForm::of(around.counter)) : std::nullopt);
  }
  for (int c = 0; c < columns.count(); ++c) {
    const Unknown& unknown = nest_.unknowns[static_cast<size_t>(columns[c])];
    Inequality row;
    if (unknown.range.low > INT64_MIN) {
      row.coefficients[static_cast<size_t>(c)] = 1;
      if (!__builtin_sub_overflow(0, unknown.range.low, &row.constant)) rows.push_back(row);
    }
    if (unknown.range.high < INT64_MAX) {
      row.coefficients[static_cast<size_t>(c)] = -1;
      row.constant = unknown.range.high;
      rows.push_back(row);
    }
  }
  return integers::has_no_solution(std::move(rows), columns.count());
}

}  // namespace unpython::analysis
