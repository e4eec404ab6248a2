// What the host part of a scheduled function does with the elements that it reads: compute results with them, or decide with
// them what the device does.
#pragma once
#include <vector>

#include "ir/function.h"
#include "kernel/host_arrays.h"
#include "kernel/host_reads.h"

namespace unpython::kernel {

struct ReadDecisions {
  /// The elements that the host part reads may decide which kernels run, their iterations, scalars or memory, or which elements are read.
  bool decide = true;
  /// Elements that are read in some calls only, as the elements read before say. All others are read in every call.
  std::vector<HostRead> perhaps{};
};

/// Of elements but those of `of_host`, where they do not decide.
[[nodiscard]] ReadDecisions read_decisions(const ir::Function& function, const HostArrays& of_host);

}  // namespace unpython::kernel
