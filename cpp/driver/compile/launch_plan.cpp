#include "driver/compile/launch_plan.h"

#include <algorithm>

#include "footprint/tile_shape.h"

namespace unpython::driver {

const char* name_of(Tiling tiling) {
  switch (tiling) {
    case Tiling::None:
      return "";
    case Tiling::Memory:
      return "memory";
    case Tiling::Overlap:
      return "overlap";
    case Tiling::Asked:
      return "asked";
  }
  return "";
}

bool LaunchPlan::is_sliced(std::span<const int64_t> extents) const {
  return std::equal(lengths.begin() + 1, lengths.end(), extents.begin() + 1);
}

std::vector<footprint::IterationRange> LaunchPlan::ranges(int64_t tile,
                                                          std::span<const int64_t> extents) const {
  std::vector<footprint::IterationRange> result(extents.size());
  for (size_t n = order.size(); n-- > 0;) {
    const size_t d = order[n];
    const int64_t count = footprint::tile_count(extents[d], lengths[d]);
    const int64_t first = tile % count * lengths[d];
    result[d] = {first, std::min(first + lengths[d], extents[d])};
    tile /= count;
  }
  return result;
}

}  // namespace unpython::driver
