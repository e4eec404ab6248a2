// Copies in the body of a loop that read so much further in each turn: their addresses can stay in registers and move on.
#pragma once
#include <vector>

#include "ir/function.h"

namespace unpython::kernel {

struct CopyCursor {
  /// A subscript to which the variable adds so many times its value.
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

}  // namespace unpython::kernel
