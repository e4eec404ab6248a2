// Which elements of its own arrays the host part of a scheduled function reads: what sums and other results of kernels
// are put into.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/function.h"
#include "kernel/launch.h"

namespace unpython::kernel {

struct HostRead {
  ir::ArrayId array;
  std::vector<int64_t> indices;
  bool operator==(const HostRead&) const = default;
};

/// None: its indices are not constant.
[[nodiscard]] std::optional<HostRead> constant_read(const ir::Function& function, const ir::Load& load);

/// Those at constant indices, each once.
[[nodiscard]] std::vector<HostRead> host_reads(const ir::Function& function);

/// Arrays of `reads` that kernels store and do not load, and that no result owns.
[[nodiscard]] std::vector<ir::ArrayId> only_stored(const ir::Function& function, const std::vector<HostRead>& reads,
                                                   const std::vector<Kernel>& kernels);

}  // namespace unpython::kernel
