#include "driver/compile/window_plan.h"

#include <algorithm>

namespace unpython::driver {

using footprint::IterationRange;

std::vector<IterationRange> ranges_between(const WindowCut& cut, std::span<const int64_t> extents, int64_t begin, int64_t end) {
  std::vector<IterationRange> ranges;
  for (const int64_t extent : extents) ranges.push_back({0, extent});
  if (cut.of == WindowCut::Of::First) return begin == kFirstPosition ? ranges : std::vector<IterationRange>();
  if (cut.of == WindowCut::Of::Last) return end == kLastPosition ? ranges : std::vector<IterationRange>();
  const int64_t extent = extents[cut.dimension];
  const int64_t first = std::clamp<int64_t>(begin - cut.shift, 0, extent);
  const int64_t last = std::clamp<int64_t>(end - cut.shift, 0, extent);
  if (first >= last) return {};
  ranges[cut.dimension] = cut.backwards ? IterationRange{extent - last, extent - first} : IterationRange{first, last};
  return ranges;
}

}  // namespace unpython::driver
