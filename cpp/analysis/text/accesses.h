// Every read and write of arrays in one loop, and where two of them may meet in different iterations.
#pragma once
#include <vector>

#include "analysis/text/variables.h"
#include "integers/sharing.h"
#include "ir/function.h"

namespace unpython::analysis {

struct Access {
  ir::ArrayId array;
  std::vector<ir::ExprId> indices;
  ir::ExprId stored;  ///< writes: the value; AtomicUpdate counts as a write without value
  bool write = false;
  bool conditional = false;  ///< some iterations may skip it
  SourceRange where;
};

/// Accesses of the loop body in program order; an inner loop is taken to run at least once.
[[nodiscard]] std::vector<Access> accesses(const ir::Function& function, ir::StmtId loop);

struct Encounter {
  integers::Sharing sharing = integers::Sharing::Unknown;  ///< never Possible: conditions are not looked at
  /// Certain: a in iteration k and b in iteration k + distance touch one element (if the loop is that long);
  /// 0 if all iterations do.
  int64_t distance = 0;
};

/// What comparing the accesses of one loop needs to know of it.
struct LoopContext {
  LoopContext(const ir::Function& f, const Liveness& live, ir::StmtId id);
  const ir::Function& function;
  ir::For loop;
  VarSet changing;  ///< the loop's counter and all variables assigned in its body
  const VarSet& counters;  ///< counters of For loops of the function: never negative
};

/// Compares two accesses of one array over different iterations of a loop.
[[nodiscard]] Encounter compare(const LoopContext& context, const Access& a, const Access& b);

}  // namespace unpython::analysis
