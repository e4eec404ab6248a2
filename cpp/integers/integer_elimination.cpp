// Equations in which a variable has the coefficient 1 or -1: the variable is replaced in all other rows, and
// its range becomes a row.
#include <algorithm>

#include "integers/integer_system.h"

namespace unpython::integers {
namespace {

using Wide = __int128;

constexpr int64_t kMost = int64_t{1} << 62;  // of a bound

bool add_to_bound(int64_t& bound, Wide value) {
  if (bound == INT64_MIN || bound == INT64_MAX) return true;
  const Wide sum = bound + value;
  if (sum > kMost || sum < -kMost) return false;
  bound = static_cast<int64_t>(sum);
  return true;
}

}  // namespace

void IntegerSystem::eliminate() {
  stated_ = rows_;
  given_.clear();
  for (size_t row = 0; row < rows_.size() && !none_; ++row) {
    if (rows_[row].differs || rows_[row].low != rows_[row].high) continue;
    saved_ = rows_;
    const size_t terms = terms_.size();
    const size_t known = given_.size();
    if (eliminate_by(row)) continue;
    rows_ = saved_;  // a number grew too large
    terms_.resize(terms);
    given_.resize(known);
  }
  std::erase_if(rows_, [](const Row& row) { return row.count == 0; });
}

bool IntegerSystem::eliminate_by(size_t row) {
  Given given{.value = rows_[row].low, .first = terms_.size()};
  bool found = false;
  for (size_t i = 0; i < rows_[row].count; ++i) {
    const Term term = terms_[rows_[row].first + i];
    if (!found && (term.coefficient == 1 || term.coefficient == -1)) {
      given.variable = term.variable;
      given.sign = static_cast<int>(term.coefficient);
      found = true;
    } else {
      terms_.push_back(term);
      ++given.count;
    }
  }
  if (!found) {
    terms_.resize(given.first);
    return true;
  }
  given_.push_back(given);
  for (size_t other = 0; other < rows_.size(); ++other) {
    if (!(other == row ? restate(rows_[other], given) : substitute(rows_[other], given))) return false;
  }
  ranges_[static_cast<size_t>(given.variable)] = {0, 0};
  return true;
}

/// The equation says no more than that its variable lies in its range.
bool IntegerSystem::restate(Row& row, const Given& given) {
  const IntegerRange range = ranges_[static_cast<size_t>(given.variable)];
  Row result{.first = terms_.size(), .count = given.count, .low = INT64_MIN, .high = INT64_MAX};
  const bool bounded_below = range.low != INT64_MIN;
  const bool bounded_above = range.high != INT64_MAX;
  // sum = value - sign * variable
  if (given.sign > 0 ? bounded_above : bounded_below) {
    result.low = given.value;
    if (!add_to_bound(result.low, given.sign > 0 ? -Wide{range.high} : Wide{range.low})) return false;
  }
  if (given.sign > 0 ? bounded_below : bounded_above) {
    result.high = given.value;
    if (!add_to_bound(result.high, given.sign > 0 ? -Wide{range.low} : Wide{range.high})) return false;
  }
  for (size_t i = 0; i < given.count; ++i) terms_.push_back(terms_[given.first + i]);
  row = settle(result) ? result : Row{};
  return true;
}

bool IntegerSystem::substitute(Row& row, const Given& given) {
  const auto is_given = [&](const Term& term) { return term.variable == given.variable; };
  const auto old = terms(row);
  const auto place = std::ranges::find_if(old, is_given);
  if (place == old.end()) return true;
  // coefficient * sign * (value - sum) instead of coefficient * variable
  const int64_t factor = place->coefficient * given.sign;
  sum_.assign(old.begin(), old.end());
  std::erase_if(sum_, is_given);
  for (size_t i = 0; i < given.count; ++i) {
    const Term& term = terms_[given.first + i];
    const auto known = std::ranges::find(sum_, term.variable, &Term::variable);
    const Wide before = known == sum_.end() ? 0 : known->coefficient;
    const Wide coefficient = before - Wide{factor} * term.coefficient;
    if (coefficient > kLargest || coefficient < -kLargest) return false;
    if (known == sum_.end())
      sum_.push_back({term.variable, static_cast<int64_t>(coefficient)});
    else
      known->coefficient = static_cast<int64_t>(coefficient);
  }
  std::erase_if(sum_, [](const Term& term) { return term.coefficient == 0; });
  if (sum_.size() > kMostTerms) return false;
  Row result{
      .first = terms_.size(), .count = sum_.size(), .low = row.low, .high = row.high, .differs = row.differs};
  const Wide moved = -Wide{factor} * given.value;
  if (!add_to_bound(result.low, moved) || !add_to_bound(result.high, moved)) return false;
  terms_.insert(terms_.end(), sum_.begin(), sum_.end());
  row = settle(result) ? result : Row{};
  return true;
}

/// The values of variables that were given away; false if the rows as stated do not hold after all.
bool IntegerSystem::complete_solution() {
  for (size_t i = given_.size(); i-- > 0;) {
    const Given& given = given_[i];
    Wide value = given.value;
    for (size_t t = given.first; t < given.first + given.count; ++t)
      value -= Wide{terms_[t].coefficient} * solution_[static_cast<size_t>(terms_[t].variable)];
    value *= given.sign;
    if (value > kMost || value < -kMost) return false;
    solution_[static_cast<size_t>(given.variable)] = static_cast<int64_t>(value);
  }
  return holds(stated_);
}

}  // namespace unpython::integers
