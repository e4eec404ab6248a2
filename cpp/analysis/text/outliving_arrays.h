// Arrays that an iteration of a loop makes and that are used beyond it.
#pragma once
#include <optional>

#include "ir/function.h"

namespace unpython::analysis {

struct OutlivingArray {
  ir::ArrayId array;
  bool after = false;  ///< used after the loop; else by the iteration that follows
};

/// The first Heap array that the loop's body allocates and that anything but the same iteration uses. None:
/// each iteration may have memory of its own.
[[nodiscard]] std::optional<OutlivingArray> outliving_array(const ir::Function& function, ir::StmtId loop);

}  // namespace unpython::analysis
