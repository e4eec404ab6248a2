#include "footprint/tile_shape.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace unpython::footprint {
namespace {

/// Starting a tile costs as much as moving so many bytes, and running one that is too small for the device.
constexpr double kTileOverheadBytes = 8 << 20;
constexpr double kSmallTileBytes = 64 << 20;
/// Each cut of an inner dimension makes rows shorter, which costs this part of what tiles move at the edges.
constexpr double kCutRows = 0.25;
/// Up to this factor above the fewest bytes, other things count too.
constexpr double kNearlyFewest = 1.02;

struct Candidate {
  std::vector<int64_t> lengths;
  std::vector<size_t> order;
  double moved = 0;
  double edge = 0;  ///< what the first and the last tile move alone, with the overhead of all
};

class Choice {
 public:
  explicit Choice(const TileQuestion& question) : question_(question), dimensions_(question.extents.size()) {}

  std::optional<TileShape> run() {
    order_.resize(dimensions_);
    std::iota(order_.begin(), order_.end(), size_t{0});
    do {
      for (size_t free = 0; free < dimensions_; ++free) {
        std::vector<int64_t> lengths(dimensions_, 1);
        enumerate(0, free, lengths);
      }
    } while (std::next_permutation(order_.begin(), order_.end()));
    if (candidates_.empty()) return std::nullopt;
    const double fewest =
        std::min_element(candidates_.begin(), candidates_.end(), [](const auto& a, const auto& b) {
          return a.moved < b.moved;
        })->moved;
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates_) {
      if (candidate.moved > fewest * kNearlyFewest) continue;
      if (best == nullptr || candidate.edge < best->edge) best = &candidate;
    }
    return TileShape{best->lengths, best->order, best->moved};
  }

 private:
  /// Lengths that cut an extent into even parts: a few exactly, then by ratio.
  [[nodiscard]] std::vector<int64_t> lengths_of(int64_t extent) const {
    const int64_t exactly = dimensions_ > 2 ? 6 : 16;
    const double ratio = dimensions_ > 2 ? 2 : 1.25;
    std::vector<int64_t> lengths;
    for (double count = 1; count < 2.0 * static_cast<double>(extent);) {
      const auto parts = std::min(static_cast<int64_t>(count), extent);
      const int64_t length = (extent + parts - 1) / parts;
      if (lengths.empty() || length < lengths.back()) lengths.push_back(length);
      count = parts < exactly ? count + 1 : count * ratio;
    }
    if (lengths.back() != 1) lengths.push_back(1);
    return lengths;
  }

  void enumerate(size_t dimension, size_t free, std::vector<int64_t>& lengths) {
    if (dimension == dimensions_) return extend(free, lengths);
    if (dimension == free) return enumerate(dimension + 1, free, lengths);
    for (const int64_t length : lengths_of(question_.extents[dimension])) {
      lengths[dimension] = length;
      enumerate(dimension + 1, free, lengths);
    }
  }

  const std::vector<TilePart>& parts(const std::vector<int64_t>& lengths) {
    const auto known = parts_.find(lengths);
    return known != parts_.end() ? known->second
                                 : parts_.emplace(lengths, question_.parts(lengths)).first->second;
  }

  [[nodiscard]] bool fits(const std::vector<int64_t>& lengths) {
    const std::vector<TilePart>& all = parts(lengths);
    double bytes = 0;
    for (size_t i = 0; i < all.size(); ++i) {
      if (all[i].bytes > question_.largest_part_bytes) return false;
      bytes += static_cast<double>(all[i].bytes) *
               places_of(question_.buffers[i], question_.extents, lengths, order_);
    }
    return bytes <= static_cast<double>(question_.room_bytes);
  }

  /// The longest tiles along `free` that fit, and shorter ones that let more of them overlap.
  void extend(size_t free, std::vector<int64_t>& lengths) {
    const int64_t extent = question_.extents[free];
    const auto fits_with = [&](int64_t length) {
      lengths[free] = length;
      return fits(lengths);
    };
    if (fits_with(extent)) add(lengths);  // what does not change has one place, so this may be the easiest
    if (!fits_with(1)) return;
    int64_t low = 1;
    for (int64_t high = extent; high - low > 1;) {
      const int64_t middle = low + (high - low) / 2;
      (fits_with(middle) ? low : high) = middle;
    }
    const int64_t fewest = tile_count(extent, low);
    for (int64_t parts = fewest; parts <= 16 * fewest && parts <= extent; parts *= 2) {
      lengths[free] = (extent + parts - 1) / parts;
      add(lengths);
    }
    lengths[free] = 1;
  }

  void add(const std::vector<int64_t>& lengths) {
    double edge = 0;
    for (const TilePart& part : parts(lengths)) edge += static_cast<double>(part.moved_in + part.moved_out);
    double tiles = 1;
    double iterations = 1;
    for (size_t d = 0; d < dimensions_; ++d) {
      tiles *= static_cast<double>(tile_count(question_.extents[d], lengths[d]));
      iterations *= static_cast<double>(lengths[d]);
    }
    for (size_t d = 1; d < dimensions_; ++d) edge *= lengths[d] < question_.extents[d] ? 1 + kCutRows : 1;
    const bool full = iterations >= static_cast<double>(question_.full_iterations);
    const double overhead = full ? kTileOverheadBytes : kSmallTileBytes;
    const double moved = moved_bytes(question_, parts(lengths), lengths, order_);
    candidates_.push_back({lengths, order_, moved, edge + tiles * overhead});
  }

  const TileQuestion& question_;
  const size_t dimensions_;
  std::vector<size_t> order_;
  std::map<std::vector<int64_t>, std::vector<TilePart>> parts_;
  std::vector<Candidate> candidates_;
};

}  // namespace

int64_t tile_count(int64_t extent, int64_t length) { return (extent + length - 1) / length; }

int places_of(const TiledBuffer& buffer, std::span<const int64_t> extents, std::span<const int64_t> lengths,
              std::span<const size_t> order) {
  for (size_t n = order.size(); n-- > 0;) {
    const size_t d = order[n];
    if (lengths[d] < extents[d]) return buffer.depends[d] ? buffer.copies : 1;
  }
  return 1;
}

double moved_bytes(const TileQuestion& question, std::span<const TilePart> parts,
                   std::span<const int64_t> lengths, std::span<const size_t> order) {
  double moved = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    double times = 1;
    double so_far = 1;
    for (size_t d : order) {
      const auto extent = static_cast<double>(question.extents[d]);
      const auto tiles = static_cast<double>(tile_count(question.extents[d], lengths[d]));
      if (question.buffers[i].depends[d]) {
        so_far *= extent / static_cast<double>(lengths[d]);  // the last tile is smaller
        if (tiles > 1) times = so_far;
      } else {
        so_far *= tiles;
      }
    }
    moved += times * static_cast<double>(parts[i].moved_in + parts[i].moved_out);
  }
  return moved;
}

std::optional<TileShape> choose_tile_shape(const TileQuestion& question) { return Choice(question).run(); }

}  // namespace unpython::footprint
