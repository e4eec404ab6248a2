// The solver behind ilp.h, in floating point; no type of its library is visible here.
#pragma once
#include <vector>

#include "integers/ilp.h"

namespace unpython::integers {

struct GlpkAnswer {
  Status status = Status::Failed;
  /// One per variable when solved, as the solver holds them: neither rounded nor checked.
  std::vector<double> values;
};

struct Effort {
  int node_limit = 0;
  /// Simplify the problem before the search: faster, and wrong now and then where no integer lies between
  /// two bounds.
  bool presolve = true;
};

/// Branch and bound on `problem`, whose numbers must be moderate (see kLargest). An error inside the library
/// is Status::Failed; the process is never aborted and nothing is printed.
[[nodiscard]] GlpkAnswer run_glpk(const Problem& problem, const Effort& effort);

}  // namespace unpython::integers
