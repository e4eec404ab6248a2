// Where the arrays of a nest lie in its memories: what address forms and copies are measured against.
#pragma once
#include <optional>
#include <vector>

#include "analysis/nest.h"

namespace unpython::grouping {

/// An array argument of the call, in bytes from the start of its memory.
struct Place {
  int64_t first = 0;  ///< of its first element
  int rank = 0;
  std::array<int64_t, kMaxRank> extents{};
  std::array<int64_t, kMaxRank> strides{};
  int64_t width = 0;  ///< of an element
  /// From the lowest byte of an element to the highest; empty for an array without elements.
  analysis::IntegerRange bytes{};
};

/// By number of the array; nothing for arrays that are not arguments, that the nest does not access, or whose
/// place is beyond 64 bits.
[[nodiscard]] std::vector<std::optional<Place>> places_of(const ir::Function& function,
                                                          const analysis::CallValues& call,
                                                          const analysis::Nests& nests,
                                                          const analysis::Nest& nest);

}  // namespace unpython::grouping
