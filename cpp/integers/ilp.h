// Small integer programs: minimise cost * x subject to low <= A x <= high, low <= x <= high, x integer.
//
// IntegerSystem (integer_system.h) answers every question of a call first, exactly and in microseconds; a solution that
// its search misses is looked for here (look_far). Example: do 15896 i + 16177 j + 5673 k + 15374 l meet in two i?
//
// The solver behind it works in floating point, so its word is not taken: a solution is checked in exact
// integers before it is handed out, and "infeasible" is advice, never a proof. Effort is bounded by a number
// of search nodes and never by time, so that the answer does not depend on the load of the machine.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "unpython/export.h"

namespace unpython::integers {

/// No bound on this side, of a variable or a row.
inline constexpr int64_t kNoLow = std::numeric_limits<int64_t>::min();
inline constexpr int64_t kNoHigh = std::numeric_limits<int64_t>::max();
/// The largest magnitude of a coefficient, cost or bound that the solver is asked about.
inline constexpr int64_t kLargest = int64_t{1} << 50;

struct Variable {
  int64_t low = 0;
  int64_t high = kNoHigh;
  int64_t cost = 0;
};

struct Term {
  int variable = 0;
  int64_t coefficient = 0;
};

/// Variables and rows as they were added, in flat storage.
class UNPYTHON_API Problem {
 public:
  /// Number of the new variable, counted from 0.
  int add_variable(Variable variable);
  /// low <= sum of the terms <= high; equal bounds make an equation. A variable may appear once.
  void add_row(std::span<const Term> terms, int64_t low, int64_t high);
  void add_row(std::initializer_list<Term> terms, int64_t low, int64_t high) {
    add_row(std::span(terms.begin(), terms.size()), low, high);
  }

  struct Row {
    size_t first_term = 0;
    size_t terms = 0;
    int64_t low = kNoLow;
    int64_t high = kNoHigh;
  };
  [[nodiscard]] std::span<const Variable> variables() const { return variables_; }
  [[nodiscard]] std::span<const Row> rows() const { return rows_; }
  [[nodiscard]] std::span<const Term> terms() const { return terms_; }
  [[nodiscard]] std::span<const Term> terms(const Row& row) const {
    return std::span(terms_).subspan(row.first_term, row.terms);
  }

 private:
  std::vector<Variable> variables_;
  std::vector<Row> rows_;
  std::vector<Term> terms_;
};

enum class Status {
  Solved,      // `values` satisfy every row and bound exactly; the solver holds them for the best
  Infeasible,  // the solver found no solution: advice, not a proof
  NodeLimit,   // the search was cut off
  TooLarge,    // a number in the problem is beyond kLargest, or two bounds exclude each other
  Failed,      // the solver reported an error, or its answer is not exact, or unbounded
};

struct Solution {
  Status status = Status::Failed;
  /// One per variable when solved, else empty.
  std::vector<int64_t> values;
};

/// Solves `problem`. Safe to call from any number of threads at once.
[[nodiscard]] UNPYTHON_API Solution minimize(const Problem& problem, int node_limit = 500);

/// Do `values` satisfy every bound and every row, in exact integers? False when a sum overflows.
[[nodiscard]] UNPYTHON_API bool satisfies(const Problem& problem, std::span<const int64_t> values);

}  // namespace unpython::integers
