// What only the host part of a scheduled function touches of the caller's arrays, as a generator of random numbers.
//
// Problem: the host reads elements and a kernel of one work item stores them: they cross twice, and everybody waits.
// Choice:  where such arrays are in memory of the host, the host steps through such kernels itself. A call that is repeated by its
//          steps has the host part compute again what it makes of them, if they decide nothing but numbers that kernels are given.
#pragma once
#include <set>
#include <vector>

#include "kernel/launch.h"

namespace unpython::kernel {

struct HostArrays {
  /// The roots of kernels that touch no other arrays. They raise nothing, and their numbers have one value on every device.
  std::set<ir::StmtId> kernels{};
  /// Parameters that these or the host part use, that no other kernel touches, and that no function of the host is given.
  std::set<ir::ArrayId> arrays{};
  /// Their elements may decide which kernels run, their iterations or memory.
  bool decide = false;
};

/// `kernels`: all of the function.
[[nodiscard]] HostArrays host_arrays(const ir::Function& function, const std::vector<Kernel>& kernels);

}  // namespace unpython::kernel
