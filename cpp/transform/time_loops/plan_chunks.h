// How many nests of a time loop run for one load of a tile, and how large the tile is.
//
//   load a: rows -3 .. 35                     input: read before it is stored
//   b = f(a): rows -2 .. 34 in local memory   a nest reaches as far beyond the tile as those behind it read
//   a = f(b): rows -1 .. 33
//   b = f(a): rows  0 .. 32, to memory        output: read behind the chunk before it is stored anew
//
// Groups read around their tiles what others store to, so that no array is both input and output of a chunk. With two arrays that
// take turns, chunks of an odd number of nests have one of each kind. Where an array is both, and read around the tile, chunks
// load from one of two copies and store to the other. Two chunks are a round, behind which all is as before.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "transform/time_loops/find_time_loop.h"

namespace unpython::transform {

/// So far beyond the tile on both sides, by dimension.
struct Reach {
  Distances below;
  Distances above;
  bool operator==(const Reach&) const = default;
};

struct ChunkArray {
  ir::ArrayId array;
  bool input = false;   ///< all of its tile is loaded
  bool edges = false;   ///< what no nest stores to is loaded
  bool output = false;  ///< its tile is stored
  bool copied = false;  ///< loaded from one of two copies, and stored to the other
  std::optional<Reach> reach{};  ///< elements of it that nests touch
};

struct ChunkNest {
  size_t nest = 0;                    ///< of TimeLoop::nests
  Reach reach{};                      ///< of its counters
  std::vector<ir::ArrayId> last{};    ///< outputs that it stores to memory itself
};

struct Chunk {
  std::vector<ChunkNest> nests;
  std::vector<ChunkArray> arrays;
  Reach reach;        ///< of all arrays
  Distances extents;  ///< of the tile that it stores, outermost dimension first
  [[nodiscard]] int64_t margin(size_t dimension) const { return reach.below[dimension]; }
  /// Of its part in local memory.
  [[nodiscard]] int64_t size(size_t dimension) const {
    return extents[dimension] + reach.below[dimension] + reach.above[dimension];
  }
};

struct ChunkPlan {
  std::array<Chunk, 2> chunks{};
  int64_t columns = 1;  ///< items side by side
  int64_t rows = 1;     ///< items one below the other
  [[nodiscard]] int64_t threads() const { return columns * rows; }
};

/// Nothing where plain nests are about as fast: the arrays of a chunk, or what each tile computes beside it, are too large.
[[nodiscard]] std::optional<ChunkPlan> plan_chunks(const ir::Function& function, const TimeLoop& loop, int64_t group_bytes);

}  // namespace unpython::transform
