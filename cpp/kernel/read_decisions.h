// What the host part of a scheduled function does with the elements that it reads: compute results with them, or decide with
// them what the device does.
#pragma once
#include <vector>

#include "ir/function.h"
#include "kernel/host_reads.h"

namespace unpython::kernel {

struct ReadDecisions {
  /// Which kernels run, over what, with which scalars, which memory they have, or which elements are read, may depend on them.
  bool decide = true;
  /// They decide whether these are read too; else what is read does not depend on them.
  std::vector<HostRead> perhaps{};
};

[[nodiscard]] ReadDecisions read_decisions(const ir::Function& function);

}  // namespace unpython::kernel
