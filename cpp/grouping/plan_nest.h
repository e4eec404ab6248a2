// From one nest of a call to its plan: groups, packed addresses, copies (DESIGN, section 4).
#pragma once
#include <span>

#include "analysis/nest.h"
#include "grouping/plan.h"
#include "unpython/export.h"

namespace unpython::grouping {

/// A part of the iteration domain: the counter of a loop stays within a range.
struct LoopRange {
  int loop = 0;  ///< index into Nest::loops
  analysis::IntegerRange range{};
};

struct PlanOptions {
  /// An exception may end the nest before everything is written: then nothing counts as written for certain.
  bool may_raise = true;
  /// The tile to plan for; empty: the whole domain.
  std::span<const LoopRange> tile{};
  /// Nodes of the search behind rule Rule::IntegerProgram.
  int node_limit = 500;
};

/// Plans nest number `nest`. Always the same answer for
/// the same numbers. Nothing fits, or a number leaves 64 bits: NestPlan::none says why.
[[nodiscard]] UNPYTHON_API NestPlan plan_nest(const analysis::Nests& nests, int nest,
                                              const PlanOptions& options = {});

}  // namespace unpython::grouping
