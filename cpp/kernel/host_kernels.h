// Kernels that the host may step through itself where their arrays are in its memory: one work item that computes a few numbers
// and stores them, as the count of loops that a generator of random numbers has had. No other kernel touches the arrays, so
// that nothing need come to the device, and nobody waits for it to come back.
#pragma once
#include <set>
#include <vector>

#include "kernel/launch.h"

namespace unpython::kernel {

/// The roots of those among all kernels of the function. They raise nothing, and their numbers have one value on every device.
[[nodiscard]] std::set<ir::StmtId> host_kernels(const ir::Function& function, const std::vector<Kernel>& kernels);

}  // namespace unpython::kernel
