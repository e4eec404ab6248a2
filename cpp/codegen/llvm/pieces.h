// Where a long block of a function is cut into pieces, each of which becomes an LLVM function of its own.
//
// Problem:  passes of LLVM look at a whole function, or a whole basic block, for each of its parts: a function of 1000 loops
//           took a hundred times as long to compile as one of 100.
// Choice:   a function above some size is emitted as a row of calls. Each called function is small, so that time grows with
//           the number of pieces. Variables go in and out through a struct, which costs some nanoseconds for each piece. A very
//           long statement (a loop around everything) is cut inside, where it runs in order.
// Rejected: leaving out passes (slower code), and the same for functions of a usual size (nothing to gain).
#pragma once
#include <unordered_map>

#include "ir/function.h"
#include "ir/heap_lifetimes.h"

namespace unpython::codegen {

/// By its first statement: statements that follow each other in a block. Nothing in a piece leaves a loop around it, and heap
/// memory that is allocated in a piece is used nowhere else.
using Pieces = std::unordered_map<ir::StmtId, ir::Block>;

/// Empty for functions of a usual size.
[[nodiscard]] Pieces pieces(const ir::Function& function, const ir::HeapLifetimes& lifetimes);

}  // namespace unpython::codegen
