// What can be said about an integer program without a solver: its storage and exact checks.
#include "integers/ilp.h"

#include <cmath>

#include "integers/glpk.h"
#include "support/checked_int.h"

namespace unpython::integers {
namespace {

bool is_moderate(int64_t value) { return value >= -kLargest && value <= kLargest; }

bool is_moderate_range(int64_t low, int64_t high) {
  return (low == kNoLow || is_moderate(low)) && (high == kNoHigh || is_moderate(high)) && low <= high;
}

/// Can every number be told to a solver that computes with doubles?
bool is_moderate(const Problem& problem) {
  for (const Variable& variable : problem.variables()) {
    if (!is_moderate(variable.cost) || !is_moderate_range(variable.low, variable.high)) return false;
  }
  for (const Problem::Row& row : problem.rows()) {
    if (!is_moderate_range(row.low, row.high)) return false;
  }
  for (const Term& term : problem.terms()) {
    if (!is_moderate(term.coefficient)) return false;
  }
  return true;
}

/// sum + coefficient * value, in place; false on overflow.
bool add_product(int64_t& sum, int64_t coefficient, int64_t value) {
  const auto product = checked_mul(coefficient, value);
  return product && !__builtin_add_overflow(sum, *product, &sum);
}

}  // namespace

int Problem::add_variable(Variable variable) {
  variables_.push_back(variable);
  return static_cast<int>(variables_.size()) - 1;
}

void Problem::add_row(std::span<const Term> terms, int64_t low, int64_t high) {
  rows_.push_back({.first_term = terms_.size(), .terms = terms.size(), .low = low, .high = high});
  terms_.insert(terms_.end(), terms.begin(), terms.end());
}

bool satisfies(const Problem& problem, std::span<const int64_t> values) {
  if (values.size() != problem.variables().size()) return false;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] < problem.variables()[i].low || values[i] > problem.variables()[i].high) return false;
  }
  for (const Problem::Row& row : problem.rows()) {
    int64_t sum = 0;
    for (const Term& term : problem.terms(row)) {
      if (!add_product(sum, term.coefficient, values[static_cast<size_t>(term.variable)])) return false;
    }
    if (sum < row.low || sum > row.high) return false;
  }
  return true;
}

namespace {

/// The solver's answer in integers, checked.
Solution checked(const Problem& problem, const GlpkAnswer& answer) {
  if (answer.status != Status::Solved) return {.status = answer.status, .values = {}};
  Solution solution{.status = Status::Solved, .values = {}};
  for (const double value : answer.values) {
    if (!(std::abs(value) <= static_cast<double>(kLargest))) return {};
    solution.values.push_back(std::llround(value));
  }
  return satisfies(problem, solution.values) ? solution : Solution{};
}

}  // namespace

Solution minimize(const Problem& problem, int node_limit) {
  if (!is_moderate(problem)) return {.status = Status::TooLarge, .values = {}};
  Solution solution = checked(problem, run_glpk(problem, {.node_limit = node_limit, .presolve = true}));
  if (solution.status != Status::Failed) return solution;
  return checked(problem, run_glpk(problem, {.node_limit = node_limit, .presolve = false}));
}

}  // namespace unpython::integers
