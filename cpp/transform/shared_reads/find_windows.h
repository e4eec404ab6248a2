// Loops whose iterations slide a window: a step of the loop and a step of the grid along x move a read by as much.
//
// In `for t: s += x[i + t] * h[t]` iteration i needs at t what iteration i + 1 needed at t - 1. It is told from the subscripts,
// as linear forms of the counters, whatever the loop computes: filters, convolutions, correlations, differences.
//
// Beside them loops that walk: in `for j: s += f(x[i] - x[j])` all iterations of the grid read one x[j] at each step.
#pragma once
#include <vector>

#include "transform/shared_reads/loop_read.h"

namespace unpython::transform {

/// An element that the loop reads.
struct SlidingRead : LoopRead {
  bool slides = false;              ///< else all iterations of the grid along x and y read one element at each step
};

/// A loop in order that runs alike in all iterations, inside of loops that do so too.
struct SlidingLoop {
  ir::StmtId loop;
  bool inside = false;  ///< of another loop in order: each of its turns needs other windows
  std::vector<SlidingRead> reads{};
};

/// Loops with a read that slides. Nothing where the kernel has no such loop, may raise, or stores to what such a loop reads.
[[nodiscard]] std::vector<SlidingLoop> find_windows(const ir::Function& function,
                                                    const kernel::Kernel& kernel,
                                                    const kernel::Layout& layout);
/// The same for loops in which nothing slides.
[[nodiscard]] std::vector<SlidingLoop> find_walks(const ir::Function& function, const kernel::Kernel& kernel,
                                                  const kernel::Layout& layout);

}  // namespace unpython::transform
