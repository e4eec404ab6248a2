#include "transform/source/small_arrays.h"

namespace unpython::transform {

std::optional<std::vector<int64_t>> few_elements(const ir::Function& function, const ir::Allocate& allocation) {
  std::optional<std::vector<int64_t>> extents = analysis::known_extents(function, allocation);
  if (!extents) return std::nullopt;
  int64_t count = 1;
  for (const int64_t extent : *extents) {
    if (extent > kMostSmallElements) return std::nullopt;
    count *= extent;
  }
  if (count > kMostSmallElements) return std::nullopt;
  return extents;
}

}  // namespace unpython::transform
