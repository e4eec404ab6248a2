#include "analysis/tiles.h"

#include <algorithm>

#include "support/checked_int.h"

namespace unpython::analysis {

std::optional<Tiles> Tiles::cut(const Domain& domain, std::span<const TileSize> sizes) {
  Tiles tiles;
  tiles.domain_ = domain;
  if (domain.is_empty()) return tiles;
  tiles.count_ = 1;
  for (const TileSize& size : sizes) {
    const IntegerRange range = domain.range_of(size.unknown);
    if (range.low == INT64_MIN || range.high == INT64_MAX) return std::nullopt;
    const auto last = checked_sub(range.high, range.low);
    const auto count = last ? checked_add(*last / size.size, 1) : std::nullopt;
    const auto all = count ? checked_mul(tiles.count_, *count) : std::nullopt;
    if (!all) return std::nullopt;
    tiles.count_ = *all;
    tiles.cuts_.push_back({size, range, *count});
  }
  return tiles;
}

Domain Tiles::tile(int64_t number) const {
  Domain part = domain_;
  for (auto cut = cuts_.rbegin(); cut != cuts_.rend(); ++cut) {
    const int64_t start = cut->range.low + number % cut->count * cut->size.size;
    number /= cut->count;
    // The last tile is shorter: start + size may lie beyond 64 bits, the end of the range does not.
    const int64_t room = cut->range.high - start;
    part.add(cut->size.unknown, {start, start + std::min(room, cut->size.size - 1)});
  }
  return part;
}

}  // namespace unpython::analysis
