// How large the tiles of a launch are and in which order they come: the choice that moves the fewest bytes.
//
// Every dimension of the grid may be cut. A part of memory goes to the device again whenever one of the
// dimensions that it depends on moves on, or starts over inside one that moves on: so the order of the loops
// over tiles counts as much as their shape.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "footprint/array_uses.h"

namespace unpython::footprint {

/// What tiles of one size have of one buffer.
struct TilePart {
  int64_t bytes = 0;     ///< on the device, for the largest of them
  int64_t moved_in = 0;  ///< each time it changes, for a tile in the middle
  int64_t moved_out = 0;
};

/// One buffer of a launch.
struct TiledBuffer {
  std::vector<bool> depends;  ///< by dimension of the grid: tiles apart in it have different parts
  int copies =
      1;  ///< places for parts that change with every tile, so that tiles can be worked on side by side
};

struct TileQuestion {
  std::vector<int64_t> extents;  ///< of the grid, outermost first; at least 1
  std::vector<TiledBuffer> buffers;
  /// The parts of `buffers` for tiles of these lengths.
  std::function<std::vector<TilePart>(std::span<const int64_t> lengths)> parts;
  /// Tiles of fewer iterations leave a part of the device idle: they take as long as larger ones.
  int64_t full_iterations = 1;
  int64_t room_bytes = 0;          ///< for all parts with their copies
  int64_t largest_part_bytes = 0;  ///< for one of them
};

struct TileShape {
  std::vector<int64_t> lengths;  ///< iterations along each dimension; the last tile may have fewer
  std::vector<size_t> order;     ///< dimensions, that of the slowest change first
  double moved_bytes = 0;        ///< by all tiles, in and out
};

[[nodiscard]] int64_t tile_count(int64_t extent, int64_t length);

/// The places that parts of a buffer need: one where it does not depend on the dimension that changes
/// fastest.
[[nodiscard]] int places_of(const TiledBuffer& buffer, std::span<const int64_t> extents,
                            std::span<const int64_t> lengths, std::span<const size_t> order);

/// Bytes that tiles of these lengths, with these parts, move in this order.
[[nodiscard]] double moved_bytes(const TileQuestion& question, std::span<const TilePart> parts,
                                 std::span<const int64_t> lengths, std::span<const size_t> order);

/// The shape that moves the fewest bytes, up to a fiftieth, and of those the one whose first and last tile
/// make the link wait least. None if not even one iteration fits.
[[nodiscard]] std::optional<TileShape> choose_tile_shape(const TileQuestion& question);

}  // namespace unpython::footprint
