// One reduced loop as leaves, and the statements that combine what the leaves give. Parts of
// split_reductions.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/reductions.h"
#include "ir/builder.h"
#include "transform/reductions/reduction_tree.h"

namespace unpython::transform {

/// The loop as a Parallel loop over leaves that keep partial results in Heap arrays, then their combination.
/// `loop`'s body is free of its own `continue`. `repeated`: the loop runs many times and may be short each
/// time; then, unless it holds loops, so few leaves as one thread would take anyway run in place, without
/// memory of their own.
[[nodiscard]] ir::Block join_leaves(ir::Function& function, const ir::For& loop,
                                    const std::vector<analysis::Reduction>& reductions,
                                    const SourceRange& range, TreeForm form, bool repeated);

/// The loop with sums taken by the same tree, all in order on one thread. `alone`: nothing else is carried.
[[nodiscard]] ir::Block sum_in_order(ir::Function& function, const ir::For& loop,
                                     const std::vector<analysis::Reduction>& sums, bool alone,
                                     const SourceRange& range);

/// The same for a loop of at most `lanes` iterations, which needs no leaves; none where it has another form.
[[nodiscard]] std::optional<ir::Block> sum_few(ir::Function& function, const ir::For& loop,
                                               const std::vector<analysis::Reduction>& sums, int64_t lanes,
                                               const SourceRange& range);

/// A Parallel loop whose last iteration stores the variables that are read after it; each iteration assigns
/// them.
[[nodiscard]] ir::Block store_last_values(ir::Function& function, const ir::For& loop,
                                          const std::vector<analysis::Reduction>& values,
                                          const SourceRange& range);

}  // namespace unpython::transform
