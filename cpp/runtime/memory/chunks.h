// Transfers cut into chunks of a buffer: what one slot of pinned memory takes.
//
// Problem: a tile that needs the first and the last element of each row needs few bytes, of which each lies in a range of its own.
// Choice:  ranges with small gaps between them cross as one. Where that is many times what is needed, rows cross by themselves:
//          packed without gaps, by one copy of the device that lays them out, or takes them up.
#pragma once
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "runtime/memory/strided_copy.h"

namespace unpython::runtime {

struct Transfer;

/// Rows of a buffer that lie apart.
struct Rows {
  int64_t begin = 0;  ///< of the first one
  int64_t stride = 0;
  int64_t row_bytes = 0;
  int64_t count = 0;  ///< 0: there are none
};

/// A range of a buffer, and the copies of which parts lie in it; or `rows`, which in `copies` and `range` lie one behind the other.
struct Chunk {
  const Transfer* transfer = nullptr;
  std::span<const StridedCopy> copies;
  PackedRange range;
  Rows rows{};
  [[nodiscard]] int64_t bytes() const { return range.end - range.begin; }
};

/// The ranges of the buffer that the copies fill: ascending, apart by at least `gap` bytes; smaller gaps are
/// filled.
[[nodiscard]] std::vector<PackedRange> filled_ranges(std::span<const StridedCopy> copies, int64_t gap);

/// Boxes whose parts lie far apart in the buffer, part by part; the others as they are.
[[nodiscard]] std::vector<StridedCopy> split_at_gaps(std::span<const StridedCopy> copies, int64_t gap);

/// Ranges of a buffer, counted.
struct FilledBytes {
  int64_t bytes = 0;
  int64_t ranges = 0;
};
/// Of filled_ranges(split_at_gaps(copies, gap), gap). Rows that repeat are counted once: a column of a million rows is no work.
[[nodiscard]] FilledBytes count_filled(std::span<const StridedCopy> copies, int64_t gap);

/// The same copies with at most one dimension each, where their rows cross by themselves; else none.
[[nodiscard]] std::vector<StridedCopy> narrow_rows(std::span<const StridedCopy> copies, bool keeps_gaps);

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
  void add_rows(const Transfer& transfer, const StridedCopy& copy, int64_t chunk_bytes, std::vector<Chunk>& chunks);

  std::deque<std::vector<StridedCopy>> copies_;
  std::vector<Chunk> in_;
  std::vector<Chunk> out_;
};

}  // namespace unpython::runtime
