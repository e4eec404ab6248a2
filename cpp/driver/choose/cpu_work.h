// How the processor runs one part of a call: which of its loops are vectors, how often loops start, what waits for what.
#pragma once
#include <vector>

#include "cost/cpu_shape.h"
#include "driver/plan/judge_call.h"
#include "ir/function.h"

namespace unpython::driver {

/// Counts are of the whole call.
struct CpuWork {
  cost::CpuCode code = cost::CpuCode::Scalar;
  double together = 1;       ///< iterations of the vector loop each time that it starts
  double starts = 0;         ///< of loops, but for the part's own one
  double vector_starts = 0;  ///< of those in a vector loop, as often as it has iterations
  double dealt =
      1;  ///< iterations or blocks of them, which threads take from, each time that the part starts
  bool deals_lanes = false;  ///< a chunk of few iterations fills few lanes of a vector
  double apart = 0;  ///< loads and stores, each by one lane of a vector: their places are not neighbours
  double rows = 0;   ///< loads where each lane goes along a row of its own, which are loaded as blocks
  /// Cycles of steps that wait for each other, one after the other (cost/dependent_chain.h).
  double chain = 0;
};

/// One part of a nest: a loop and all in it.
struct CpuPart {
  const ir::Function& function;
  const analysis::Nest& nest;
  int root = 0;
  double launches = 1;                    ///< how often it starts
  const std::vector<double>& executions;  ///< by loop: of its body, in the call
  const std::vector<bool>& parallel;      ///< by loop
};

[[nodiscard]] CpuWork cpu_work(const CpuPart& part, const cost::CpuShape& shape);

}  // namespace unpython::driver
