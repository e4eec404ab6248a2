// Rows that neighbouring work items walk, one each, read together through local memory.
//
// Problem: in `for k: s += a[i, k] * x[k]` with i on neighbouring work items, each of them walks a row of its
// own, so that one step of all touches as many lines of memory as there are items, and uses one element of
// each. Choice: a group reads pieces of its rows in the order of memory, all items together, into local
// memory, the next piece on its way while the present one is used; each item then takes its own elements in
// its own order, so that results keep their bits. The plan stands beside the IR, whose meaning it does not
// touch. It is made per layout: which dimension lies densely is known at the launch. Rejected: to spread one
// row over several items, which adds in another order; nodes for barriers and work items in the IR, which the
// interpreter and the analyses would have to know for the sake of one printer.
#pragma once
#include <functional>
#include <optional>

#include "kernel/launch.h"

namespace unpython::kernel {

/// Loops of fewer iterations gain nothing.
inline constexpr int64_t kLeastStagedIterations = 32;

/// Nothing where no loop walks such rows, or where it cannot be told that reading ahead is right: the kernel
/// raises, stores to what the loop reads, or the loop's end differs within a group. `local_bytes`: what the
/// text of a kernel may declare.
[[nodiscard]] std::optional<Staging> stage_rows(const ir::Function& function, const Kernel& kernel,
                                                const Layout& layout, int64_t local_bytes);

/// For a launch of `extents` (x first) whose loops run so often.
[[nodiscard]] bool staging_pays(const Staging& staging, const std::array<int64_t, 3>& extents,
                                const std::function<int64_t(ir::StmtId)>& iterations);

}  // namespace unpython::kernel
