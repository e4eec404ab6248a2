// Systems of linear inequalities over bounded integers: is there a solution, and which?
//
// Problem:  whether two iterations share an element is a question about several equations at once (one for
//           each dimension, or one in bytes), triangular domains and guards.
// Choice:   equations with a coefficient of 1 or -1 give that variable away; ranges are narrowed by every row
//           until nothing moves; rows are divided by the gcd of their coefficients, two-term equations narrow
//           to a residue class; then a search splits the smallest range, the value next to 0 first.
//           Subscripts of arrays settle in a step or two, since each coefficient exceeds the reach of the
//           smaller ones.
// Exact:    no solution is a proof, a solution has been checked. What leaves 128 bits, or needs more than
//           `node_limit` steps, is Unknown. Then look_far() has the integer program (ilp.h) look for a solution:
//           its relaxation sees all coefficients at once, where the search tries one range after the other.
// Rejected: elimination of equations and shadows (Omega test): more code, and slower on all common cases.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "integers/linear_form.h"

namespace unpython::integers {

class IntegerSystem {
 public:
  /// Coefficients beyond this are not looked at: the answer is then Unknown unless other rows exclude all.
  static constexpr int64_t kLargest = int64_t{1} << 58;

  struct Term {
    int variable = 0;
    int64_t coefficient = 0;
  };
  enum class Answer : uint8_t { None, Found, Unknown };

  /// Forgets everything but the memory.
  void clear();
  /// Number of the new variable, counted from 0. INT64_MIN and INT64_MAX: unbounded.
  int add_variable(IntegerRange range);
  /// Takes the values outside `range` from a variable.
  void narrow(int variable, IntegerRange range);
  /// low <= sum of the terms <= high; INT64_MIN and INT64_MAX: no bound. A variable may appear once.
  void add_row(std::span<const Term> terms, int64_t low, int64_t high);
  /// sum of the terms != value.
  void add_disequation(std::span<const Term> terms, int64_t value);
  /// A row that cannot be stated in 64 bits: Found becomes Unknown, None stays a proof.
  void add_unknown_row() { incomplete_ = true; }

  [[nodiscard]] Answer solve(int node_limit);
  /// After Unknown: asks the integer program for a solution, which takes milliseconds. Found, or Unknown still.
  [[nodiscard]] Answer look_far(int node_limit);
  /// Steps that the last solve() took.
  [[nodiscard]] int steps() const { return steps_; }
  /// After Found: one value for each variable.
  [[nodiscard]] std::span<const int64_t> solution() const { return solution_; }
  /// True if the rows taken so far exclude each other for all to see: the answer is None.
  [[nodiscard]] bool is_none() const { return none_; }

 private:
  static constexpr size_t kMostTerms = 32;

  struct Row {
    size_t first = 0;
    size_t count = 0;
    int64_t low = 0;  ///< a disequation: sum != low
    int64_t high = 0;
    bool differs = false;
  };
  /// A variable that an equation gives: sign * (value - sum of the terms).
  struct Given {
    int variable = 0;
    int sign = 1;
    int64_t value = 0;
    size_t first = 0;
    size_t count = 0;
  };
  enum class Step : uint8_t { Empty, Same, Moved };

  [[nodiscard]] std::span<const Term> terms(const Row& row) const {
    return std::span(terms_).subspan(row.first, row.count);
  }
  bool settle(Row& row);
  bool joins_last(const Row& row);
  void eliminate();
  bool eliminate_by(size_t row);
  bool substitute(Row& row, const Given& given);
  bool restate(Row& row, const Given& given);
  bool complete_solution();
  void narrow_by_one(const Term& term, int64_t low, int64_t high);
  bool narrow_all(std::span<IntegerRange> ranges) const;
  Step narrow_by(const Row& row, std::span<IntegerRange> ranges) const;
  Step narrow_to_residues(const Row& row, std::span<IntegerRange> ranges) const;
  Step leave_out(const Row& row, std::span<IntegerRange> ranges) const;
  [[nodiscard]] bool holds(std::span<const Row> rows) const;
  bool accept(std::span<const IntegerRange> ranges);
  Answer search(size_t at, int& nodes);

  std::vector<IntegerRange> ranges_;  ///< of the variables, then one copy for each step of the search
  size_t variables_ = 0;
  std::vector<Term> terms_;
  std::vector<Row> rows_;
  std::vector<Row> stated_;  ///< rows as they were added
  std::vector<Row> saved_;
  std::vector<Given> given_;
  std::vector<Term> sum_;
  std::vector<int64_t> solution_;
  int steps_ = 0;
  bool incomplete_ = false;
  bool none_ = false;
};

}  // namespace unpython::integers
