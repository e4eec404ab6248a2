// Gaps in a buffer are left out where they cost more than another copy does (kGapBytes).
#include "runtime/memory/chunks.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "runtime/memory/transfer.h"

namespace unpython::runtime {
namespace {

constexpr int64_t kMostParts = 1 << 16;  // of one box; beyond that it stays whole
constexpr int64_t kRowBytes = 1 << 10;   // a row that crosses by itself costs as much as so many bytes: 12 ns on a H200
constexpr int64_t kNarrowGain = 2;       // rows are copied one by one where that costs at most half of copying them with their gaps
constexpr size_t kMostNarrow = 64;       // copies of rows
constexpr int64_t kMostStride = INT32_MAX;  // of rows that CUDA copies at once

/// Whether a copy leaves a gap of so many bytes between neighbours in some dimension: rows may meet where the two elements of each
/// do not.
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

int64_t most_parts(int64_t gap) { return gap == 1 ? INT64_MAX : kMostParts; }

FilledBytes count_one_by_one(const std::vector<StridedCopy>& copies, int64_t gap, int64_t most) {
  std::vector<StridedCopy> parts;
  for (const StridedCopy& copy : copies) split(copy, gap, most, parts);
  FilledBytes filled;
  for (const PackedRange& range : filled_ranges(parts, gap)) {
    filled.bytes += range.end - range.begin;
    ++filled.ranges;
  }
  return filled;
}

/// One index of the outermost dimension of each.
std::vector<StridedCopy> first_rows(std::vector<StridedCopy> copies) {
  for (StridedCopy& copy : copies) copy.dims.erase(copy.dims.begin());
  return copies;
}

PackedRange hull_of(const std::vector<StridedCopy>& copies) {
  PackedRange hull = range_of(copies[0]);
  for (const StridedCopy& copy : copies) {
    const PackedRange range = range_of(copy);
    hull = {std::min(hull.begin, range.begin), std::max(hull.end, range.end)};
  }
  return hull;
}

FilledBytes count(std::vector<StridedCopy> copies, int64_t gap, int64_t most);

/// Of copies whose hulls meet, as columns of one matrix.
FilledBytes count_together(std::vector<StridedCopy> copies, int64_t gap, int64_t most) {
  const auto stays_whole = [&](const StridedCopy& copy) {
    return copy.dims.empty() || copy.dims[0].extent > most || !has_gap(copy, gap);
  };
  const PackedRange hull = hull_of(copies);
  if (std::any_of(copies.begin(), copies.end(), [&](const StridedCopy& copy) {
        return stays_whole(copy) && range_of(copy).begin == hull.begin && range_of(copy).end == hull.end;
      }))
    return {hull.end - hull.begin, 1};
  const auto repeats_alike = [&](const StridedCopy& copy) {
    return !stays_whole(copy) && copy.dims[0].extent == copies[0].dims[0].extent &&
           copy.dims[0].packed_stride == copies[0].dims[0].packed_stride;
  };
  if (!std::all_of(copies.begin(), copies.end(), repeats_alike)) return count_one_by_one(copies, gap, most);
  const StridedCopy::Dim outer = copies[0].dims[0];
  const PackedRange row = hull_of(first_rows(copies));
  const int64_t between = outer.packed_stride - (row.end - row.begin);
  if (between < 0) return count_one_by_one(copies, gap, most);
  const FilledBytes one = count(first_rows(std::move(copies)), gap, most / outer.extent);
  FilledBytes all{outer.extent * one.bytes, outer.extent * one.ranges};
  if (between < gap) {
    all.bytes += (outer.extent - 1) * between;
    all.ranges -= outer.extent - 1;
  }
  return all;
}

FilledBytes count(std::vector<StridedCopy> copies, int64_t gap, int64_t most) {
  std::sort(copies.begin(), copies.end(),
            [](const StridedCopy& a, const StridedCopy& b) { return range_of(a).begin < range_of(b).begin; });
  FilledBytes all;
  int64_t last_end = 0;
  for (size_t first = 0; first < copies.size();) {
    const int64_t begin = range_of(copies[first]).begin;
    int64_t end = range_of(copies[first]).end;
    size_t next = first + 1;
    for (; next < copies.size() && range_of(copies[next]).begin < end; ++next) end = std::max(end, range_of(copies[next]).end);
    const auto at = [&](size_t index) { return copies.begin() + static_cast<ptrdiff_t>(index); };
    const FilledBytes filled = count_together({at(first), at(next)}, gap, most);
    const bool joins = first > 0 && begin - last_end < gap;
    all.bytes += filled.bytes + (joins ? begin - last_end : 0);
    all.ranges += filled.ranges - (joins ? 1 : 0);
    last_end = end;
    first = next;
  }
  return all;
}

}  // namespace

std::vector<StridedCopy> split_at_gaps(std::span<const StridedCopy> copies, int64_t gap) {
  std::vector<StridedCopy> parts;
  for (const StridedCopy& copy : copies) {
    if (bytes_of(copy) != 0) split(merged(copy), gap, most_parts(gap), parts);
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

FilledBytes count_filled(std::span<const StridedCopy> copies, int64_t gap) {
  std::vector<StridedCopy> filling;
  for (const StridedCopy& copy : copies) {
    if (bytes_of(copy) != 0) filling.push_back(merged(copy));
  }
  return count(std::move(filling), gap, most_parts(gap));
}

std::vector<StridedCopy> narrow_rows(std::span<const StridedCopy> copies, bool keeps_gaps) {
  int64_t bytes = 0;
  int64_t rows = 0;
  std::vector<StridedCopy> result;
  for (const StridedCopy& each : copies) {
    if (bytes_of(each) == 0) continue;
    StridedCopy copy = merged(each);
    bytes += bytes_of(copy);
    rows += bytes_of(copy) / copy.run_bytes;
    StridedCopy::Dim few{1, 0, 0};  // the shorter dimension, as the two ends of each row: one copy for each
    if (copy.dims.size() == 2) {
      const auto least = std::min_element(copy.dims.begin(), copy.dims.end(),
                                          [](const StridedCopy::Dim& a, const StridedCopy::Dim& b) { return a.extent < b.extent; });
      few = *least;
      copy.dims.erase(least);
    }
    const bool is_even = copy.dims.empty() || (copy.dims.size() == 1 && copy.dims[0].packed_stride <= kMostStride);
    if (!is_even || result.size() + static_cast<size_t>(few.extent) > kMostNarrow) return {};
    for (int64_t i = 0; i < few.extent; ++i) {
      result.push_back(copy);
      result.back().host_offset += i * few.host_stride;
      result.back().packed_offset += i * few.packed_stride;
    }
  }
  const bool spread = std::any_of(result.begin(), result.end(), [](const StridedCopy& copy) { return !copy.dims.empty(); });
  if (!spread) return {};
  const int64_t gap = keeps_gaps ? 1 : kGapBytes;
  const FilledBytes filled = count_filled(copies, gap);
  const int64_t crossing = filled.bytes + filled.ranges * kGapBytes;
  const int64_t cost = bytes + rows * kRowBytes + static_cast<int64_t>(result.size()) * kGapBytes;
  return cost * kNarrowGain <= crossing ? result : std::vector<StridedCopy>();
}

int64_t crossing_bytes(std::span<const StridedCopy> copies, bool keeps_gaps) {
  const int64_t gap = keeps_gaps ? 1 : kGapBytes;
  int64_t bytes = 0;
  for (const StridedCopy& copy : narrow_rows(copies, keeps_gaps)) bytes += bytes_of(copy);
  return bytes > 0 ? bytes : count_filled(copies, gap).bytes;
}

void Chunks::add_rows(const Transfer& transfer, const StridedCopy& copy, int64_t chunk_bytes, std::vector<Chunk>& chunks) {
  const StridedCopy::Dim& rows = copy.dims[0];
  const int64_t at_once = std::max<int64_t>(1, chunk_bytes / copy.run_bytes);
  for (int64_t first = 0; first < rows.extent; first += at_once) {
    const int64_t count = std::min(at_once, rows.extent - first);
    const StridedCopy close{.host_offset = copy.host_offset + first * rows.host_stride,
                            .run_bytes = copy.run_bytes,
                            .dims = {{count, rows.host_stride, copy.run_bytes}}};
    chunks.push_back({&transfer, copies_.emplace_back(1, close), {0, count * copy.run_bytes},
                      {copy.packed_offset + first * rows.packed_stride, rows.packed_stride, copy.run_bytes, count}});
  }
}

Chunks::Chunks(std::span<const Transfer> transfers, int64_t chunk_bytes) {
  for (const Transfer& transfer : transfers) {
    const int64_t gap = transfer.keeps_gaps ? 1 : kGapBytes;
    std::vector<Chunk>& chunks = transfer.direction == Direction::In ? in_ : out_;
    const std::vector<StridedCopy> narrow = narrow_rows(transfer.copies, transfer.keeps_gaps);
    std::vector<StridedCopy> close;  // in one range each, or nearly
    for (const StridedCopy& copy : narrow) {
      if (copy.dims.empty()) close.push_back(copy);
      else add_rows(transfer, copy, chunk_bytes, chunks);
    }
    const std::vector<StridedCopy>& copies =
        copies_.emplace_back(narrow.empty() ? split_at_gaps(transfer.copies, gap) : std::move(close));
    for (const PackedRange& range : filled_ranges(copies, narrow.empty() ? gap : 1)) {
      for (int64_t begin = range.begin; begin < range.end; begin += chunk_bytes) {
        chunks.push_back({&transfer, copies, {begin, std::min(begin + chunk_bytes, range.end)}, {}});
      }
    }
  }
}

}  // namespace unpython::runtime
