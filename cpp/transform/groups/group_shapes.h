// The list of grouping passes: how threads of a group may share the work of a kernel.
//
// A new pass is a pair of files named by a verb, and one line in group_shapes.cpp. Passes are tried in order, for each
// layout of the memory; the first one that has an offer for the kernel and says that it pays runs (choose_group.h).
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// On processors none gains anything: there they run for tests only.
struct GroupShape {
  std::string_view name;
  std::optional<GroupOffer> (*group)(const ir::Function& function, const kernel::Kernel& kernel,
                                     const kernel::Layout& layout, const abi::DeviceProperties& device);
};

/// Layout::shape is the position in this list, counted from 1.
[[nodiscard]] std::span<const GroupShape> group_shapes();

}  // namespace unpython::transform
