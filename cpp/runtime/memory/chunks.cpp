// Gaps in a buffer are left out where they cost more than another copy does.
#include "runtime/memory/chunks.h"

#include <algorithm>

#include "runtime/memory/transfer.h"

namespace unpython::runtime {
namespace {

constexpr int64_t kMostParts = 1 << 16;  // of one box; beyond that it stays whole

/// Some dimension leaves a gap, the outer ones or, where those of a pair of columns meet, an inner one alone.
bool has_gap(StridedCopy copy, int64_t gap) {
  while (!copy.dims.empty()) {
    const int64_t stride = copy.dims.front().packed_stride;
    copy.dims.erase(copy.dims.begin());
    copy.packed_offset = 0;
    if (stride - range_of(copy).end >= gap) return true;
  }
  return false;
}

void split(StridedCopy copy, int64_t gap, int64_t most, std::vector<StridedCopy>& parts) {
  if (copy.dims.empty() || copy.dims[0].extent > most || !has_gap(copy, gap)) {
    parts.push_back(std::move(copy));
    return;
  }
  const StridedCopy::Dim outer = copy.dims[0];
  copy.dims.erase(copy.dims.begin());
  for (int64_t i = 0; i < outer.extent; ++i) {
    StridedCopy part = copy;
    part.host_offset += i * outer.host_stride;
    part.packed_offset += i * outer.packed_stride;
    split(std::move(part), gap, most / outer.extent, parts);
  }
}

}  // namespace

std::vector<StridedCopy> split_at_gaps(std::span<const StridedCopy> copies, int64_t gap) {
  std::vector<StridedCopy> parts;
  for (const StridedCopy& copy : copies) {
    if (bytes_of(copy) != 0) split(merged(copy), gap, gap == 1 ? INT64_MAX : kMostParts, parts);
  }
  return parts;
}

std::vector<PackedRange> filled_ranges(std::span<const StridedCopy> copies, int64_t gap) {
  std::vector<PackedRange> ranges;
  for (const StridedCopy& copy : copies) {
    if (bytes_of(copy) != 0) ranges.push_back(range_of(copy));
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const PackedRange& a, const PackedRange& b) { return a.begin < b.begin; });
  std::vector<PackedRange> merged_ranges;
  for (const PackedRange& range : ranges) {
    if (!merged_ranges.empty() && range.begin - merged_ranges.back().end < gap) {
      merged_ranges.back().end = std::max(merged_ranges.back().end, range.end);
    } else {
      merged_ranges.push_back(range);
    }
  }
  return merged_ranges;
}

int64_t crossing_bytes(std::span<const StridedCopy> copies, bool keeps_gaps) {
  const int64_t gap = keeps_gaps ? 1 : kGapBytes;
  int64_t bytes = 0;
  for (const PackedRange& range : filled_ranges(split_at_gaps(copies, gap), gap))
    bytes += range.end - range.begin;
  return bytes;
}

Chunks::Chunks(std::span<const Transfer> transfers, int64_t chunk_bytes) {
  for (const Transfer& transfer : transfers) {
    const int64_t gap = transfer.keeps_gaps ? 1 : kGapBytes;
    const std::vector<StridedCopy>& copies = copies_.emplace_back(split_at_gaps(transfer.copies, gap));
    std::vector<Chunk>& chunks = transfer.direction == Direction::In ? in_ : out_;
    for (const PackedRange& range : filled_ranges(copies, gap)) {
      for (int64_t begin = range.begin; begin < range.end; begin += chunk_bytes) {
        chunks.push_back({&transfer, copies, {begin, std::min(begin + chunk_bytes, range.end)}});
      }
    }
  }
}

}  // namespace unpython::runtime
