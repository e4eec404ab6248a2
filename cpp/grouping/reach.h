// What each access of a nest may touch, as descriptors that stay within its array.
#pragma once
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "analysis/enclosure.h"
#include "analysis/nest.h"
#include "grouping/plan_nest.h"

namespace unpython::grouping {

struct Reach {
  int access = 0;  ///< index into Nest::accesses
  /// In bytes from the start of the memory. Every element of the set is an element of the array; index forms
  /// are linear in counters and symbols of the nest.
  analysis::Enclosure bytes{};
  /// The access happens for every element of the set, whatever the data.
  bool whole = false;
};

/// The reaches of all accesses that can happen, in their order; or the first access that nothing is known
/// about. Memories that belong to one iteration of a loop are left out: nobody else sees them.
struct Reaches {
  std::vector<Reach> all;
  int unknown_access = -1;
};

[[nodiscard]] Reaches reaches_of(const analysis::Nests& nests, const analysis::Nest& nest,
                                 const PlanOptions& options);

/// From the lowest byte of an element of an array to the highest, from the start of its memory; nothing where
/// its extents are not known or a number leaves 64 bits.
[[nodiscard]] std::optional<analysis::IntegerRange> bytes_of(const analysis::ArrayPlace& place, int rank,
                                                             int64_t width);

}  // namespace unpython::grouping
