// Which kernels touch an array, where all of them are known before the first one runs: then its memory on a device need
// have room for what they touch together, and for nothing else.
#pragma once
#include <map>
#include <vector>

#include "ir/function.h"
#include "kernel/launch.h"

namespace unpython::driver {

/// Statement outside of the kernel, around it: it may run more than once in a call.
[[nodiscard]] bool is_in_host_loop(const ir::Function& function, ir::StmtId kernel);

/// By array: the kernels that touch it, as indices into `kernels`. An array is left out where something else touches it,
/// where one of the kernels may run more than once, or where what one of them touches is not known when the first one
/// starts.
[[nodiscard]] std::map<ir::ArrayId, std::vector<size_t>> find_array_users(
    const ir::Function& function, const std::vector<kernel::Kernel>& kernels);

}  // namespace unpython::driver
