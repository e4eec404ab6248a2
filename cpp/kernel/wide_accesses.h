// Accesses of a Vector loop that are one wide access: neighbours in memory, at an address that divides by their bytes.
#pragma once
#include <vector>

#include "kernel/group_plan.h"

namespace unpython::kernel {

struct WideAccesses {
  std::vector<ir::ExprId> loads{};   ///< of arrays that the loop does not store to
  std::vector<ir::StmtId> stores{};  ///< that run in each iteration
};

/// `loop`: a Vector loop inside an Item nest, of 2, 4, 8 or 16 bytes in all for what it finds.
[[nodiscard]] WideAccesses wide_accesses(const ir::Function& function, const Kernel& kernel, const Layout& layout,
                                         const GroupPlan& plan, const ir::For& loop);

}  // namespace unpython::kernel
