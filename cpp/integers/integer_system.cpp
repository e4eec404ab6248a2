#include "integers/integer_system.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "integers/ilp.h"
#include "support/floor_div.h"

namespace unpython::integers {
namespace {

using Wide = __int128;  // a product of a coefficient and a bound has at most 122 bits, so 32 of them add up

constexpr int kRounds = 12;  // of narrowing: ranges that creep on are left to the search

bool is_bounded(const IntegerRange& range) { return range.low != INT64_MIN && range.high != INT64_MAX; }

Wide ceil_div(Wide a, int64_t b) { return -floor_div(-a, b); }

int64_t mod(Wide a, int64_t m) {
  const auto rest = static_cast<int64_t>(a % m);
  return rest < 0 ? rest + m : rest;
}

/// The inverse of a modulo m > 1, for coprime numbers.
int64_t inverse(int64_t a, int64_t m) {
  int64_t r0 = m, r1 = mod(a, m), t0 = 0, t1 = 1;
  while (r1 != 0) {
    const int64_t q = r0 / r1;
    r0 = std::exchange(r1, r0 - q * r1);
    t0 = std::exchange(t1, t0 - q * t1);
  }
  return mod(t0, m);
}

/// Keeps what both have; false if nothing is left.
bool cut(IntegerRange& range, Wide low, Wide high) {
  if (low > range.low) {
    if (low > INT64_MAX) return false;
    range.low = static_cast<int64_t>(low);
  }
  if (high < range.high) {
    if (high < INT64_MIN) return false;
    range.high = static_cast<int64_t>(high);
  }
  return !range.is_empty();
}

/// The least and greatest value of a sum, apart from terms without bound, which are counted.
struct Reach {
  Wide low = 0;
  Wide high = 0;
  int no_low = 0;
  int no_high = 0;

  void add(int64_t coefficient, const IntegerRange& range, int sign) {
    const int64_t least = coefficient > 0 ? range.low : range.high;
    const int64_t greatest = coefficient > 0 ? range.high : range.low;
    if (least == INT64_MIN || least == INT64_MAX)
      no_low += sign;
    else
      low += sign * Wide{coefficient} * least;
    if (greatest == INT64_MIN || greatest == INT64_MAX)
      no_high += sign;
    else
      high += sign * Wide{coefficient} * greatest;
  }
};

/// The values of a range: one of them, then those above and below it in halves. Of a range without bounds
/// only the one.
class Parts {
 public:
  Parts(const IntegerRange& range, int64_t value) {
    add(value, value);
    if (!is_bounded(range)) return;
    if (value < range.high) {
      const int64_t half = middle(value + 1, range.high);
      add(value + 1, half);
      if (half < range.high) add(half + 1, range.high);
    }
    if (range.low < value) {
      const int64_t half = middle(range.low, value - 1);
      add(half, value - 1);
      if (range.low < half) add(range.low, half - 1);
    }
  }
  [[nodiscard]] std::span<const IntegerRange> all() const { return {parts_.data(), count_}; }

 private:
  void add(int64_t low, int64_t high) { parts_[count_++] = {low, high}; }
  static int64_t middle(int64_t low, int64_t high) {
    return low + static_cast<int64_t>((static_cast<uint64_t>(high) - static_cast<uint64_t>(low)) / 2);
  }
  std::array<IntegerRange, 5> parts_{};
  size_t count_ = 0;
};

int64_t next_to_zero(const IntegerRange& range) { return std::clamp(int64_t{0}, range.low, range.high); }

}  // namespace

void IntegerSystem::clear() {
  ranges_.clear();
  terms_.clear();
  rows_.clear();
  incomplete_ = none_ = false;
}

int IntegerSystem::add_variable(IntegerRange range) {
  none_ |= range.is_empty();
  ranges_.push_back(range);
  return static_cast<int>(ranges_.size()) - 1;
}

void IntegerSystem::narrow(int variable, IntegerRange range) {
  IntegerRange& known = ranges_[static_cast<size_t>(variable)];
  known = {std::max(known.low, range.low), std::min(known.high, range.high)};
  none_ |= known.is_empty();
}

/// low <= coefficient * variable <= high.
void IntegerSystem::narrow_by_one(const Term& term, int64_t low, int64_t high) {
  const int64_t c = term.coefficient;
  const bool up = c > 0;
  IntegerRange range;
  const int64_t from = up ? low : high;
  const int64_t to = up ? high : low;
  if (from != INT64_MIN && from != INT64_MAX) range.low = static_cast<int64_t>(ceil_div(from, c));
  if (to != INT64_MIN && to != INT64_MAX) range.high = static_cast<int64_t>(floor_div(to, c));
  narrow(term.variable, range);
}

void IntegerSystem::add_row(std::span<const Term> terms, int64_t low, int64_t high) {
  Row row{.first = terms_.size(), .low = low, .high = high};
  for (const Term& term : terms) {
    if (term.coefficient == 0) continue;
    if (term.coefficient > kLargest || term.coefficient < -kLargest || ++row.count > kMostTerms) {
      terms_.resize(row.first);
      return add_unknown_row();
    }
    terms_.push_back(term);
  }
  if (settle(row) && !joins_last(row)) rows_.push_back(row);
}

/// Two rows about one sum, as the two halves of an equation are, become one.
bool IntegerSystem::joins_last(const Row& row) {
  if (rows_.empty() || rows_.back().differs || rows_.back().count != row.count) return false;
  Row& last = rows_.back();
  const int64_t sign = terms(last)[0].coefficient == terms(row)[0].coefficient ? 1 : -1;
  const bool same = std::ranges::equal(terms(last), terms(row), [&](const Term& a, const Term& b) {
    return a.variable == b.variable && a.coefficient == sign * b.coefficient;
  });
  if (!same) return false;
  const auto mirrored = [](int64_t bound) {
    return bound == INT64_MIN ? INT64_MAX : bound == INT64_MAX ? INT64_MIN : -bound;
  };
  last.low = std::max(last.low, sign > 0 ? row.low : mirrored(row.high));
  last.high = std::min(last.high, sign > 0 ? row.high : mirrored(row.low));
  none_ |= last.low > last.high;
  terms_.resize(row.first);
  return true;
}

/// Divides by the gcd of the coefficients. False if the row is done with: it has no terms, or one, which is a
/// range. The terms are the last that were added.
bool IntegerSystem::settle(Row& row) {
  if (row.count == 0) {
    none_ |= row.differs ? row.low == 0 : row.low > 0 || row.high < 0;
    return false;
  }
  if (row.differs) return true;
  if (row.count == 1) {
    narrow_by_one(terms_.back(), row.low, row.high);
    terms_.pop_back();
    return false;
  }
  int64_t divisor = 0;
  for (const Term& term : terms(row)) divisor = std::gcd(divisor, term.coefficient);
  if (divisor > 1) {
    for (size_t i = row.first; i < terms_.size(); ++i) terms_[i].coefficient /= divisor;
    if (row.low != INT64_MIN) row.low = static_cast<int64_t>(ceil_div(row.low, divisor));
    if (row.high != INT64_MAX) row.high = static_cast<int64_t>(floor_div(row.high, divisor));
  }
  none_ |= row.low > row.high;
  return true;
}

void IntegerSystem::add_disequation(std::span<const Term> terms, int64_t value) {
  Row row{.first = terms_.size(), .count = 0, .low = value, .high = value, .differs = true};
  for (const Term& term : terms) {
    if (term.coefficient > kLargest || term.coefficient < -kLargest || row.count == kMostTerms) {
      terms_.resize(row.first);
      return add_unknown_row();
    }
    if (term.coefficient == 0) continue;
    terms_.push_back(term);
    ++row.count;
  }
  if (settle(row)) rows_.push_back(row);
}

IntegerSystem::Step IntegerSystem::narrow_by(const Row& row, std::span<IntegerRange> ranges) const {
  if (row.differs) return leave_out(row, ranges);
  Reach reach;
  for (const Term& t : terms(row)) reach.add(t.coefficient, ranges[static_cast<size_t>(t.variable)], 1);
  if (reach.no_low == 0 && reach.low > row.high) return Step::Empty;
  if (reach.no_high == 0 && reach.high < row.low) return Step::Empty;
  const bool below = row.high == INT64_MAX || (reach.no_high == 0 && reach.high <= row.high);
  const bool above = row.low == INT64_MIN || (reach.no_low == 0 && reach.low >= row.low);
  if (below && above) return Step::Same;
  Step result = Step::Same;
  for (const Term& t : terms(row)) {
    IntegerRange& range = ranges[static_cast<size_t>(t.variable)];
    if (range.low == range.high) continue;
    Reach others = reach;
    others.add(t.coefficient, range, -1);
    const IntegerRange before = range;
    // row.low - others.high <= coefficient * x <= row.high - others.low
    Wide low = INT64_MIN;
    Wide high = INT64_MAX;
    if (row.high != INT64_MAX && others.no_low == 0) {
      const Wide most = row.high - others.low;
      (t.coefficient > 0 ? high : low) =
          t.coefficient > 0 ? floor_div(most, t.coefficient) : ceil_div(most, t.coefficient);
    }
    if (row.low != INT64_MIN && others.no_high == 0) {
      const Wide least = row.low - others.high;
      (t.coefficient > 0 ? low : high) =
          t.coefficient > 0 ? ceil_div(least, t.coefficient) : floor_div(least, t.coefficient);
    }
    if (!cut(range, low, high)) return Step::Empty;
    if (range == before) continue;
    result = Step::Moved;
    reach = others;
    reach.add(t.coefficient, range, 1);
  }
  return result;
}

/// An equation whose open terms are c x + d y = rest (or more): the divisor of the coefficients must divide
/// the rest, and with two of them x lies in one residue class modulo d.
IntegerSystem::Step IntegerSystem::narrow_to_residues(const Row& row, std::span<IntegerRange> ranges) const {
  if (row.differs || row.low != row.high) return Step::Same;
  Wide rest = row.low;
  int64_t divisor = 0;
  std::array<Term, 2> open{};
  size_t count = 0;
  for (const Term& t : terms(row)) {
    const IntegerRange& range = ranges[static_cast<size_t>(t.variable)];
    if (range.low == range.high) {
      rest -= Wide{t.coefficient} * range.low;
      continue;
    }
    divisor = std::gcd(divisor, t.coefficient);
    if (count < 2) open[count] = t;
    ++count;
  }
  if (count == 0) return rest == 0 ? Step::Same : Step::Empty;
  if (rest % divisor != 0) return Step::Empty;
  if (count != 2) return Step::Same;
  Step result = Step::Same;
  for (size_t i = 0; i < 2; ++i) {
    const int64_t modulus = std::abs(open[1 - i].coefficient / divisor);
    IntegerRange& range = ranges[static_cast<size_t>(open[i].variable)];
    if (modulus <= 1 || !is_bounded(range)) continue;
    const int64_t own = open[i].coefficient / divisor;
    const int64_t residue = mod(Wide{mod(rest / divisor, modulus)} * inverse(own, modulus), modulus);
    const Wide low = Wide{range.low} + mod(Wide{residue} - range.low, modulus);
    const Wide high = Wide{range.high} - mod(Wide{range.high} - residue, modulus);
    const IntegerRange before = range;
    if (!cut(range, low, high)) return Step::Empty;
    if (range != before) result = Step::Moved;
  }
  return result;
}

/// sum != value says something once a single variable is open: its range must not end at the excluded value.
IntegerSystem::Step IntegerSystem::leave_out(const Row& row, std::span<IntegerRange> ranges) const {
  Wide rest = row.low;
  const Term* open = nullptr;
  for (const Term& t : terms(row)) {
    const IntegerRange& range = ranges[static_cast<size_t>(t.variable)];
    if (range.low == range.high) {
      rest -= Wide{t.coefficient} * range.low;
    } else if (open != nullptr) {
      return Step::Same;
    } else {
      open = &t;
    }
  }
  if (open == nullptr) return rest == 0 ? Step::Empty : Step::Same;
  if (rest % open->coefficient != 0) return Step::Same;
  const Wide excluded = rest / open->coefficient;
  IntegerRange& range = ranges[static_cast<size_t>(open->variable)];
  if (range.low != excluded && range.high != excluded) return Step::Same;
  if (range.low == excluded) ++range.low;
  if (range.high == excluded) --range.high;
  return range.is_empty() ? Step::Empty : Step::Moved;
}

bool IntegerSystem::narrow_all(std::span<IntegerRange> ranges) const {
  for (int round = 0; round < kRounds; ++round) {
    bool moved = false;
    for (const Row& row : rows_) {
      const Step step = narrow_by(row, ranges);
      if (step == Step::Empty) return false;
      moved |= step == Step::Moved;
    }
    if (moved && round != 1) continue;  // bounds that creep may be far apart in residues
    for (const Row& row : rows_) {
      const Step step = narrow_to_residues(row, ranges);
      if (step == Step::Empty) return false;
      moved |= step == Step::Moved;
    }
    if (!moved) return true;
  }
  return true;
}

/// Of solution_.
bool IntegerSystem::holds(std::span<const Row> rows) const {
  return std::ranges::all_of(rows, [&](const Row& row) {
    Wide sum = 0;
    for (const Term& t : terms(row)) sum += Wide{t.coefficient} * solution_[static_cast<size_t>(t.variable)];
    if (row.differs) return sum != row.low;
    return (row.low == INT64_MIN || sum >= row.low) && (row.high == INT64_MAX || sum <= row.high);
  });
}

/// Takes the value next to 0 of every range if that solves the system.
bool IntegerSystem::accept(std::span<const IntegerRange> ranges) {
  solution_.resize(variables_);
  for (size_t v = 0; v < variables_; ++v) solution_[v] = next_to_zero(ranges[v]);
  return holds(rows_);
}

IntegerSystem::Answer IntegerSystem::search(size_t at, int& nodes) {
  const auto here = [&] { return std::span(ranges_).subspan(at, variables_); };
  if (--nodes < 0) return Answer::Unknown;
  if (!narrow_all(here())) return Answer::None;
  if (accept(here())) return Answer::Found;
  size_t chosen = variables_;
  uint64_t least = 0;
  for (size_t v = 0; v < variables_; ++v) {
    const IntegerRange& range = here()[v];
    const uint64_t size = static_cast<uint64_t>(range.high) - static_cast<uint64_t>(range.low);
    if (size == 0 || (size >= least && chosen != variables_)) continue;
    least = size;
    chosen = v;
  }
  if (chosen == variables_) return Answer::None;
  const IntegerRange range = here()[chosen];
  const int64_t value = next_to_zero(range);
  const Parts parts(range, value);
  bool undecided = !is_bounded(range);
  for (const IntegerRange& part : parts.all()) {
    const size_t next = at + variables_;
    ranges_.resize(next + variables_);
    std::copy_n(ranges_.begin() + static_cast<std::ptrdiff_t>(at), variables_,
                ranges_.begin() + static_cast<std::ptrdiff_t>(next));
    ranges_[next + chosen] = part;
    const Answer answer = search(next, nodes);
    if (answer == Answer::Found) return answer;
    undecided |= answer == Answer::Unknown;
    if (nodes < 0) break;
  }
  return undecided ? Answer::Unknown : Answer::None;
}

IntegerSystem::Answer IntegerSystem::solve(int node_limit) {
  steps_ = 0;
  if (none_) return Answer::None;
  variables_ = ranges_.size();
  eliminate();
  if (none_) return Answer::None;
  int nodes = node_limit;
  const Answer answer = search(0, nodes);
  steps_ = node_limit - nodes;
  ranges_.resize(variables_);
  if (answer != Answer::Found) return answer;
  return incomplete_ || !complete_solution() ? Answer::Unknown : answer;
}

IntegerSystem::Answer IntegerSystem::look_far(int node_limit) {
  if (incomplete_) return Answer::Unknown;
  Problem problem;
  for (const IntegerRange& range : ranges_) problem.add_variable({.low = range.low, .high = range.high});
  std::vector<integers::Term> sum;
  for (const Row& row : rows_) {
    if (row.differs) continue;  // looked at afterwards
    sum.clear();
    for (const Term& term : terms(row)) sum.push_back({term.variable, term.coefficient});
    problem.add_row(sum, row.low, row.high);
  }
  const Solution found = minimize(problem, node_limit);
  if (found.status != Status::Solved) return Answer::Unknown;
  solution_ = found.values;
  return holds(rows_) && complete_solution() ? Answer::Found : Answer::Unknown;
}

}  // namespace unpython::integers
