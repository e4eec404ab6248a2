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

/// The loop is nothing but one copy, of as many bytes as a copy may have that arrives later.
[[nodiscard]] bool is_wide_copy(const ir::Function& function, const ir::For& loop, const WideAccesses& found);

}  // namespace unpython::kernel
