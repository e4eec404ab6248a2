// Where the variables of a kernel are declared.
#pragma once
#include <set>

#include "kernel/launch.h"

namespace unpython::codegen {

struct Declarations {
  /// Assignments that are also the declaration: all uses of the variable are in the block of the assignment
  /// and come after it.
  std::set<ir::StmtId> at_assignment;
  /// Variables whose one assignment is the declaration.
  std::set<ir::VarId> constant;
  /// All other variables that the body assigns, in order of first use: declared before everything.
  std::vector<ir::VarId> at_start;
};

/// `body`: that of the innermost Grid loop.
[[nodiscard]] Declarations declarations(const ir::Function& function, const ir::Block& body);

}  // namespace unpython::codegen
