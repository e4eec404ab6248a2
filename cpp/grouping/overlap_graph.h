// Which accesses share a buffer: connected components of the overlap graph, split where that moves fewer
// bytes.
#pragma once
#include <span>
#include <vector>

#include "grouping/group_layout.h"
#include "grouping/reach.h"

namespace unpython::grouping {

/// Indices into the reaches of a nest, ascending.
using ReachSet = std::vector<size_t>;

/// Reaches of one memory whose intervals meet, directly or through others; components in ascending order of
/// address. `memory_of[i]` is the memory of reach i. Nothing if an interval leaves 64 bits.
[[nodiscard]] std::optional<std::vector<ReachSet>> components(std::span<const Reach> reaches,
                                                              std::span<const int> memory_of);

struct LaidOutGroup {
  ReachSet reaches;
  GroupLayout layout;
};

/// Lays out a component: as one buffer, or as several where they take fewer bytes and no byte that is written
/// lies in two of them. `writes[i]`: reach i is a write. Empty if no rule gives a layout.
[[nodiscard]] std::vector<LaidOutGroup> lay_out_component(std::span<const Reach> reaches,
                                                          const std::vector<bool>& writes,
                                                          const ReachSet& component, int node_limit);

}  // namespace unpython::grouping
