// Loops over rows of small elements go in pieces whose turns are written out, so that a piece is one wide load
// (kernel/wide_accesses.h).
//
//   for p in range(n): s += a[i, p]      ->    for q in range(n // 16): for r in unrolled(16): s += a[i, q * 16 + r]
//                                              for r in range(n - n // 16 * 16): s += a[i, n // 16 * 16 + r]
#pragma once
#include "kernel/launch.h"

namespace unpython::kernel {

/// The function with such loops in a kernel of Grid loops; the loops of the kernel keep their names.
[[nodiscard]] ir::Function with_loops_in_pieces(const ir::Function& function, const Kernel& kernel, const Layout& layout);

}  // namespace unpython::kernel
