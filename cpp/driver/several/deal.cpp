#include "driver/several/deal.h"

#include <algorithm>

namespace unpython::driver {
namespace {

using footprint::Footprint;
using footprint::IterationRange;

/// Groups of kernels work on blocks of so many iterations at most; a piece that ends within one wastes some.
constexpr int64_t kBlock = 128;

std::vector<IterationRange> all_of_grid(std::span<const int64_t> extents) {
  std::vector<IterationRange> ranges;
  for (const int64_t extent : extents) ranges.push_back({0, extent});
  return ranges;
}

}  // namespace

std::vector<std::vector<IterationRange>> cut_grid(std::span<const int64_t> extents, size_t devices) {
  std::vector<std::vector<IterationRange>> pieces;
  const auto count = static_cast<int64_t>(devices);
  const auto longest = std::max_element(extents.begin(), extents.end());
  if (longest == extents.end()) return pieces;
  auto cut = std::find_if(extents.begin(), extents.end(), [&](int64_t extent) { return extent >= count; });
  if (cut == extents.end()) cut = longest;
  const int64_t step = *cut >= 8 * kBlock * count ? kBlock : 1;
  int64_t first = 0;
  for (int64_t piece = 1; piece <= count; ++piece) {
    const int64_t even = *cut / count * piece + *cut % count * piece / count;
    const int64_t end = piece == count ? *cut : std::min(*cut, (even + step / 2) / step * step);
    if (end == first) continue;
    pieces.push_back(all_of_grid(extents));
    pieces.back()[static_cast<size_t>(cut - extents.begin())] = {first, end};
    first = end;
  }
  return pieces;
}

NotDealt judge_pieces(const ir::Function& function, const kernel::Kernel& kernel,
                      std::span<const KnownUses::Uses> pieces) {
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    if (!kernel.arrays[i].stored) continue;
    const std::string& name = function[kernel.arrays[i].array].name;
    for (size_t one = 0; one < pieces.size(); ++one) {
      const Footprint& stored = (*pieces[one])[i].stored;
      for (size_t other = 0; other < pieces.size(); ++other) {
        if (one == other) continue;
        const footprint::ArrayUse& use = (*pieces[other])[i];
        if (stored.meets(use.stored))
          return {"MET_ELEMENTS", "iterations of several devices may store to the same elements of '" + name + "'"};
        if (stored.meets(use.loaded))
          return {"MET_ELEMENTS", "one device may store elements of '" + name + "' that another one reads"};
      }
    }
  }
  return {};
}

}  // namespace unpython::driver
