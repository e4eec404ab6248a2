// Finds the copies into local memory of which the printers of kernels keep the address in a register: each turn
// of the loop around such a copy reads a fixed distance behind the turn before it, so that the address is moved, not computed again.
#pragma once
#include <vector>

#include "ir/function.h"

namespace unpython::codegen {

struct CopyCursor {
  /// A subscript that holds the variable `times` times: 2 for `a[2 * v + 1]`.
  struct Moved {
    size_t dimension;
    int64_t times;
  };
  ir::StmtId nest;      ///< of Item loops, in the body of the loop
  ir::ExprId load;      ///< the only one of the nest
  ir::VarId variable;   ///< says where the copies of a turn begin
  ir::ExprId step;      ///< what a turn adds to the variable
  std::vector<Moved> moved;
};

/// Those of a loop's own statements; none for copies whose sources move in any other way.
[[nodiscard]] std::vector<CopyCursor> copy_cursors(const ir::Function& function, const ir::For& loop);

}  // namespace unpython::codegen
