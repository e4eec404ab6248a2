// Transfers cut into chunks of a buffer: what one slot of pinned memory takes.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "runtime/memory/strided_copy.h"

namespace unpython::runtime {

struct Transfer;

/// A range of a buffer, and the copies of which parts lie in it.
struct Chunk {
  const Transfer* transfer = nullptr;
  std::span<const StridedCopy> copies;
  PackedRange range;
  [[nodiscard]] int64_t bytes() const { return range.end - range.begin; }
};

/// The ranges of the buffer that the copies fill: ascending, apart by at least `gap` bytes; smaller gaps are
/// filled.
[[nodiscard]] std::vector<PackedRange> filled_ranges(std::span<const StridedCopy> copies, int64_t gap);

/// Boxes whose parts lie far apart in the buffer, part by part; the others as they are.
[[nodiscard]] std::vector<StridedCopy> split_at_gaps(std::span<const StridedCopy> copies, int64_t gap);

/// The work of a set of transfers. Owns what its chunks refer to, but not the transfers.
class Chunks {
 public:
  /// Chunks of at most `chunk_bytes`.
  Chunks(std::span<const Transfer> transfers, int64_t chunk_bytes);
  Chunks(const Chunks&) = delete;
  Chunks& operator=(const Chunks&) = delete;
  [[nodiscard]] const std::vector<Chunk>& in() const { return in_; }
  [[nodiscard]] const std::vector<Chunk>& out() const { return out_; }

 private:
  std::deque<std::vector<StridedCopy>> copies_;
  std::vector<Chunk> in_;
  std::vector<Chunk> out_;
};

}  // namespace unpython::runtime
