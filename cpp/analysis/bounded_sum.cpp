#include "analysis/bounded_sum.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace unpython::analysis {

namespace {

using Wide = __int128;

/// Bounds of partial sums stay below 2^126, so that adding two of them is safe.
constexpr Wide kLargest = Wide{1} << 125;

Wide floor_div(Wide a, Wide b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }
Wide ceil_div(Wide a, Wide b) { return -floor_div(-a, b); }

/// All terms of one coefficient, up to sign, as one variable: the sum of theirs.
struct Variable {
  Wide coefficient = 0;  // positive
  Wide low = 0;
  Wide high = 0;
  std::vector<size_t> terms;
};

struct WideRange {
  Wide low = 0;
  Wide high = 0;
};

/// Inverse of a modulo m, for gcd(a, m) = 1 and m > 1.
Wide inverse(Wide a, Wide m) {
  Wide r0 = m;
  Wide r1 = a % m;
  Wide t0 = 0;
  Wide t1 = 1;
  while (r1 != 0) {
    const Wide quotient = r0 / r1;
    const Wide r2 = r0 - quotient * r1;
    const Wide t2 = t0 - quotient * t1;
    r0 = r1;
    r1 = r2;
    t0 = t1;
    t1 = t2;
  }
  return t0 < 0 ? t0 + m : t0;
}

Wide gcd(Wide a, Wide b) { return b == 0 ? a : gcd(b, a % b); }

class Search {
 public:
  Search(std::vector<Variable> variables, int node_limit)
      : variables_(std::move(variables)), rest_(variables_.size() + 1), nodes_left_(node_limit) {
    for (size_t i = variables_.size(); i-- > 0;) {
      const Variable& v = variables_[i];
      rest_[i].low = rest_[i + 1].low + v.coefficient * v.low;
      rest_[i].high = rest_[i + 1].high + v.coefficient * v.high;
      rest_[i].gcd = gcd(v.coefficient, rest_[i + 1].gcd);
    }
    values_.resize(variables_.size());
  }

  BoundedSum::Answer run(WideRange target) { return decide(0, target); }
  [[nodiscard]] const std::vector<Wide>& values() const { return values_; }

 private:
  struct Rest {
    Wide low = 0;
    Wide high = 0;
    Wide gcd = 0;
  };

  /// The multiples of what the variables from `position` on can add up to at all.
  [[nodiscard]] bool is_possible(size_t position, WideRange target) const {
    const Rest& rest = rest_[position];
    const Wide low = std::max(target.low, rest.low);
    const Wide high = std::min(target.high, rest.high);
    if (low > high) return false;
    return rest.gcd == 0 || floor_div(high, rest.gcd) >= ceil_div(low, rest.gcd);
  }

  BoundedSum::Answer decide(size_t position, WideRange target) {
    if (!is_possible(position, target)) return BoundedSum::Answer::None;
    if (position == variables_.size()) return BoundedSum::Answer::Found;
    const Variable& v = variables_[position];
    const Rest& rest = rest_[position + 1];
    Wide value = std::max(v.low, ceil_div(target.low - rest.high, v.coefficient));
    const Wide last = std::min(v.high, floor_div(target.high - rest.low, v.coefficient));
    const Wide step = align(value, v.coefficient, rest.gcd, target);
    for (; value <= last; value += step) {
      if (nodes_left_-- <= 0) return BoundedSum::Answer::Unknown;
      values_[position] = value;
      const Wide taken = v.coefficient * value;
      const BoundedSum::Answer answer = decide(position + 1, {target.low - taken, target.high - taken});
      if (answer != BoundedSum::Answer::None) return answer;
    }
    return BoundedSum::Answer::None;
  }

  /// One number as target: coefficient * value must be congruent to it modulo the gcd of the rest. Moves
  /// value up to the first that is and returns the distance of one to the next. (is_possible: there are
  /// such.)
  static Wide align(Wide& value, Wide coefficient, Wide modulus, WideRange target) {
    if (target.low != target.high || modulus <= 1 || modulus > INT64_MAX) return 1;
    const Wide common = gcd(coefficient, modulus);
    const Wide step = modulus / common;
    if (step <= 1) return 1;
    const auto residue = [&](Wide number) { return (number % step + step) % step; };
    const Wide wanted = residue(residue(target.low / common) * inverse(residue(coefficient / common), step));
    value += residue(wanted - residue(value));
    return step;
  }

  std::vector<Variable> variables_;
  std::vector<Rest> rest_;
  std::vector<Wide> values_;
  int nodes_left_;
};

/// One variable for each coefficient, greatest first; nothing if a range is unbounded or a bound too large.
std::optional<std::vector<Variable>> gather(std::span<const BoundedTerm> terms) {
  std::vector<Variable> variables;
  Wide total = 0;
  for (size_t i = 0; i < terms.size(); ++i) {
    const BoundedTerm& term = terms[i];
    if (term.coefficient == 0) continue;
    if (term.range.low == INT64_MIN || term.range.high == INT64_MAX) return std::nullopt;
    const bool negative = term.coefficient < 0;
    const Wide coefficient = negative ? -Wide{term.coefficient} : Wide{term.coefficient};
    auto found = std::find_if(variables.begin(), variables.end(),
                              [&](const Variable& v) { return v.coefficient == coefficient; });
    if (found == variables.end()) found = variables.insert(variables.end(), {coefficient, 0, 0, {}});
    found->low += negative ? -Wide{term.range.high} : Wide{term.range.low};
    found->high += negative ? -Wide{term.range.low} : Wide{term.range.high};
    found->terms.push_back(i);
    const Wide size = std::max(term.range.low < 0 ? -Wide{term.range.low} : Wide{term.range.low},
                               term.range.high < 0 ? -Wide{term.range.high} : Wide{term.range.high});
    if (size != 0 && coefficient > (kLargest - total) / size) return std::nullopt;
    total += coefficient * size;
  }
  std::sort(variables.begin(), variables.end(),
            [](const Variable& a, const Variable& b) { return a.coefficient > b.coefficient; });
  return variables;
}

/// Shares the value of a variable out to its terms.
void share(const Variable& variable, Wide value, std::span<const BoundedTerm> terms,
           std::vector<int64_t>& values) {
  Wide above_low = value - variable.low;
  for (const size_t i : variable.terms) {
    const IntegerRange& range = terms[i].range;
    const Wide taken = std::min(above_low, Wide{range.high} - range.low);
    above_low -= taken;
    values[i] = static_cast<int64_t>(terms[i].coefficient < 0 ? range.high - taken : range.low + taken);
  }
}

}  // namespace

BoundedSum find_sum(std::span<const BoundedTerm> terms, IntegerRange target, int node_limit) {
  using Answer = BoundedSum::Answer;
  if (target.is_empty()) return {Answer::None, {}};
  std::vector<int64_t> values;
  for (const BoundedTerm& term : terms) {
    if (term.range.is_empty()) return {Answer::None, {}};
    values.push_back(term.range.low);
  }
  auto variables = gather(terms);
  if (!variables) return {Answer::Unknown, {}};
  // A multiple of the common divisor: often leaves one number of a target of several bytes.
  Wide common = 0;
  for (const Variable& v : *variables) common = gcd(v.coefficient, common);
  WideRange wanted{target.low, target.high};
  if (common > 1) {
    for (Variable& v : *variables) v.coefficient /= common;
    wanted = {ceil_div(wanted.low, common), floor_div(wanted.high, common)};
    if (wanted.low > wanted.high) return {Answer::None, {}};
  }
  const std::vector<Variable> shares = *variables;
  Search search(std::move(*variables), node_limit);
  const Answer answer = search.run(wanted);
  if (answer != Answer::Found) return {answer, {}};
  for (size_t i = 0; i < shares.size(); ++i) share(shares[i], search.values()[i], terms, values);
  return {answer, values};
}

}  // namespace unpython::analysis
