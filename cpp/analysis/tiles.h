// Splitting an iteration domain into tiles (papers/2, corollary 1): disjoint, and together the whole domain.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/domain.h"

namespace unpython::analysis {

/// How one counter is cut: `size` values per tile, the last one shorter.
struct TileSize {
  UnknownIndex unknown = 0;
  int64_t size = 1;  ///< at least 1
};

class Tiles {
 public:
  /// Cuts the box of a domain; counters that are not named stay whole. Nothing if a named counter is
  /// unbounded or the number of tiles leaves 64 bits. An empty domain has no tiles.
  [[nodiscard]] static std::optional<Tiles> cut(const Domain& domain, std::span<const TileSize> sizes);

  /// Tiles of the box; some may be empty where the domain is not a box.
  [[nodiscard]] int64_t count() const { return count_; }
  /// The part of the domain in tile `number`, 0 <= number < count(); the last named counter runs fastest.
  [[nodiscard]] Domain tile(int64_t number) const;

 private:
  struct Cut {
    TileSize size;
    IntegerRange range;
    int64_t count = 0;
  };
  Domain domain_;
  std::vector<Cut> cuts_;
  int64_t count_ = 0;
};

}  // namespace unpython::analysis
