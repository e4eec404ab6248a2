// Bounded integer equations: can sum s_k t_k, each t_k within a range, come to a number between two others?
// The question behind overlaps of descriptors and meetings of accesses; exact, with a witness.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/linear_form.h"

namespace unpython::analysis {

struct BoundedTerm {
  int64_t coefficient = 0;  ///< of any sign; 0 is allowed
  IntegerRange range{};     ///< INT64_MIN and INT64_MAX: unbounded, then the answer is Unknown
};

struct BoundedSum {
  enum class Answer : uint8_t { None, Found, Unknown };
  Answer answer = Answer::Unknown;
  std::vector<int64_t> values;  ///< Found: one for each term, verified
};

/// Looks for values of the terms with sum coefficient * value inside `target`. None is a proof. Unknown after
/// `node_limit` steps, or where a bound leaves 64 bits. Greatest coefficients are decided first, with bounds
/// and gcd of what is left, so that nests of rows, columns and elements take a step or two for each term.
[[nodiscard]] BoundedSum find_sum(std::span<const BoundedTerm> terms, IntegerRange target,
                                  int node_limit = 1000);

}  // namespace unpython::analysis
