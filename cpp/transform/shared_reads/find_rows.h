// Rows that neighbouring work items walk, one each: which loops read them, and in which pieces a group may take them.
//
// In `for k: s += a[i, k] * x[k]` with i on neighbouring work items, each of them walks a row of its own, so that one
// step of all touches as many lines of memory as there are items, and uses one element of each. It is asked per
// layout: which dimension lies densely is known at the launch.
#pragma once
#include <array>
#include <functional>
#include <optional>

#include "transform/shared_reads/loop_read.h"

namespace unpython::transform {

/// Loops of fewer iterations gain nothing.
inline constexpr int64_t kLeastStagedIterations = 32;

/// An element that a loop in order reads in each iteration: a group of work items loads those of several
/// iterations at once into local memory, and each reads its own from there.
struct StagedRead : LoopRead {
  /// The counter that tells the group's elements of one iteration apart (0 is x); -1: all read one.
  int dimension = -1;
};
struct StagedLoop {
  ir::StmtId loop;
  std::vector<StagedRead> reads{};
};

/// How a group of work items stages what its loops read.
struct Staging {
  int64_t piece = 0;                        ///< iterations of a loop at a time
  std::array<int64_t, 3> items{1, 1, 1};    ///< iterations of the grid that a group runs, x first
  std::array<int64_t, 3> threads{1, 1, 1};  ///< work items of a group; those beyond `items` only load
  std::vector<StagedLoop> loops{};
};

/// Nothing where no loop walks such rows, or where it cannot be told that reading ahead is right: the kernel
/// raises, stores to what the loop reads, or the loop's end differs within a group. `local_bytes`: what the
/// text of a kernel may declare.
[[nodiscard]] std::optional<Staging> find_rows(const ir::Function& function, const kernel::Kernel& kernel,
                                               const kernel::Layout& layout, int64_t local_bytes);

/// For a launch of `extents` (x first) whose loops run so often.
[[nodiscard]] bool staging_pays(const Staging& staging, const std::array<int64_t, 3>& extents,
                                const std::function<int64_t(ir::StmtId)>& iterations);

}  // namespace unpython::transform
