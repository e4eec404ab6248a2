// What is told of the arrays of a kernel, or of a nest, on the device: what they lie in, and what crossed for them.
#pragma once
#include <vector>

#include "driver/compile/records.h"
#include "driver/execute/gpu_arrays.h"
#include "ir/function.h"

namespace unpython::driver {

/// The entry of an array among `groups`, new or known: a buffer is told once. `function` has the names.
[[nodiscard]] GroupReport& group_of(std::vector<GroupReport>& groups, const GpuArrays& arrays,
                                    const ir::Function& function, ir::ArrayId array);
/// Adds what crossed for an array since `before`, and why that is more than is touched.
void note_moved(GroupReport& group, const GpuArrays& arrays, ir::ArrayId array,
                const runtime::MovedBytes& before);

}  // namespace unpython::driver
