// How much a loop does in one call: decides whether an inspection of its indices, or threads for a loop that
// is not marked, are worth it. In the unit of cost/cost.h: one scalar operation.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/call/nest.h"
#include "ir/function.h"

namespace unpython::cost {

/// Executions of the body of each loop of a nest for each execution of the loop `from` (-1: of the nest).
/// Trip counts are taken with outer counters half way; those that data decide are guessed. Saturates at 2^62.
[[nodiscard]] std::vector<int64_t> executions(const analysis::Nest& nest, int from);
/// A value for each unknown of a nest: the middle of what it can be, or a guess.
[[nodiscard]] std::vector<int64_t> middle(const analysis::Nest& nest);

/// What one iteration of each loop does itself; made once per specialization.
class LoopWork {
 public:
  explicit LoopWork(const ir::Function& function);

  /// All iterations of loop `loop` of a nest, in one execution of the nest; saturates at 2^62.
  [[nodiscard]] int64_t in_nest(const analysis::Nest& nest, int loop) const;
  /// All iterations of the loop each time it is reached, on average.
  [[nodiscard]] int64_t each_time(const analysis::Nest& nest, int loop) const;

 private:
  [[nodiscard]] int64_t total(const analysis::Nest& nest, int loop, const std::vector<int64_t>& counts) const;

  std::unordered_map<int32_t, int64_t> own_;  ///< by the StmtId of the For
};

}  // namespace unpython::cost
