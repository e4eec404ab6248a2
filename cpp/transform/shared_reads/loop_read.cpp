#include "transform/shared_reads/loop_read.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::transform {

using namespace ir;

bool joins(const Function& function, LoopRead& known, const Load& load, ExprId id) {
  if (known.array != load.array) return false;
  if (std::find(known.loads.begin(), known.loads.end(), id) != known.loads.end()) return true;
  if (!same_value(function, known.loads[0], id)) return false;
  known.loads.push_back(id);
  return true;
}

std::optional<size_t> only_loaded(const kernel::Kernel& kernel, ArrayId array) {
  for (size_t n = 0; n < kernel.arrays.size(); ++n) {
    if (kernel.arrays[n].array == array && !kernel.arrays[n].stored) return n;
  }
  return std::nullopt;
}

bool only_assigns(const Function& function, const Block& block) {
  return std::all_of(block.begin(), block.end(),
                     [&](StmtId id) { return std::holds_alternative<Assign>(function[id].node); });
}

}  // namespace unpython::transform
