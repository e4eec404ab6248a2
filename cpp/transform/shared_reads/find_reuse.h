// Elements that many iterations of a kernel read again: rows that follow one counter of the grid, and columns that follow
// the other, walked by one loop.
//
// In `for k: s += a[i, k] * b[k, j]` each a[i, k] serves all j, and each b[k, j] all i. It is told from the subscripts, as
// linear forms of the counters, whatever the loop computes: products, distances, comparisons.
#pragma once
#include <optional>
#include <vector>

#include "transform/grid/guarded_body.h"
#include "transform/shared_reads/loop_read.h"

namespace unpython::transform {

/// An element that follows one counter of the grid and the loop.
struct ReusedRead : LoopRead {
  int dimension = 0;                ///< of the grid that it follows: 0 is x, 1 is y
  bool dense_in_loop = false;       ///< neighbours of the loop, not of the grid, are neighbours in memory
};

/// A loop that stands in the body of the innermost loop of the grid, between other statements.
struct Reuse {
  ir::StmtId loop;
  GuardedBody body{};  ///< where it stands
  std::vector<ReusedRead> reads{};

  /// Bytes of the largest element.
  [[nodiscard]] int64_t item_bytes(const ir::Function& function) const;
};

/// Nothing where the kernel has no such loop, or may raise, or stores to what the loop reads.
[[nodiscard]] std::optional<Reuse> find_reuse(const ir::Function& function, const kernel::Kernel& kernel,
                                              const kernel::Layout& layout);

}  // namespace unpython::transform
