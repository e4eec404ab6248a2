// A box is cut at the borders of the range: whole indices of the outermost dimension stay one box, those on a
// border are cut in the next dimension, in the end in the run. Boxes inside the range run through tight
// loops: items of 4 to 16 bytes, two apart, are packed at 5 GB/s by one core, which then reads all that it
// can from memory, so that vector instructions gain nothing.
#include "runtime/memory/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "support/floor_div.h"

namespace unpython::runtime {
namespace {

constexpr int64_t kStreamedBytes = int64_t{32} << 20;  // the caller finds little of it in caches anyway

using Dim = StridedCopy::Dim;
using Dims = std::span<const Dim>;

/// Where the two sides of a copy are at the moment.
template <class HostByte, class PackedByte, bool kStreamed = false>
struct Sides {
  HostByte* host;
  PackedByte* packed;
  [[nodiscard]] Sides at(const Dim& dim, int64_t index) const {
    return {host + index * dim.host_stride, packed + index * dim.packed_stride};
  }
};
using In = Sides<const std::byte, std::byte>;
using Out = Sides<std::byte, const std::byte>;
using StreamedOut = Sides<std::byte, const std::byte, true>;

/// Memory is written without being read first, and the buffers stay in the caches.
void copy_past_caches(std::byte* to, const std::byte* from, size_t bytes) {
#ifdef __SSE2__
  constexpr size_t kLine = 64;
  constexpr size_t kVector = sizeof(__m128i);
  if (bytes >= 16 * kLine) {
    const size_t head = (kLine - reinterpret_cast<uintptr_t>(to) % kLine) % kLine;
    std::memcpy(to, from, head);
    for (to += head, from += head, bytes -= head; bytes >= kLine;
         to += kLine, from += kLine, bytes -= kLine) {
      for (size_t i = 0; i < kLine; i += kVector) {
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + i),
                         _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i)));
      }
    }
    _mm_sfence();
  }
#endif
  std::memcpy(to, from, bytes);
}

template <class HostByte, class PackedByte, bool kStreamed>
void move(Sides<HostByte, PackedByte, kStreamed> sides, size_t bytes) {
  if constexpr (std::is_const_v<HostByte>) {
    std::memcpy(sides.packed, sides.host, bytes);
  } else if constexpr (kStreamed) {
    copy_past_caches(sides.host, sides.packed, bytes);
  } else {
    std::memcpy(sides.host, sides.packed, bytes);
  }
}

/// Items of a size that the compiler knows: a load and a store each.
template <size_t kBytes, class HostByte, class PackedByte, bool kStreamed>
void move_item(Sides<HostByte, PackedByte, kStreamed> sides) {
  if constexpr (std::is_const_v<HostByte>) {
    std::memcpy(sides.packed, sides.host, kBytes);
  } else {
    std::memcpy(sides.host, sides.packed, kBytes);
  }
}

/// `kHostStep`, `kPackedStep`: in bytes; 0: those of `dim`.
template <size_t kBytes, int64_t kHostStep, int64_t kPackedStep, class Side>
void move_items(Side sides, const Dim& dim) {
  const int64_t host_step = kHostStep != 0 ? kHostStep : dim.host_stride;
  const int64_t packed_step = kPackedStep != 0 ? kPackedStep : dim.packed_stride;
  constexpr int64_t kUnrolled = 8;
  int64_t left = dim.extent;
  for (; left >= kUnrolled; left -= kUnrolled) {
    for (int64_t i = 0; i < kUnrolled; ++i)
      move_item<kBytes>(Side{sides.host + i * host_step, sides.packed + i * packed_step});
    sides.host += kUnrolled * host_step;
    sides.packed += kUnrolled * packed_step;
  }
  for (; left > 0; --left) {
    move_item<kBytes>(sides);
    sides.host += host_step;
    sides.packed += packed_step;
  }
}

template <size_t kBytes, class Side>
void move_row(Side sides, const Dim& dim) {
  constexpr auto kStep = static_cast<int64_t>(kBytes);
  if (dim.packed_stride != kStep) return move_items<kBytes, 0, 0>(sides, dim);
  if (dim.host_stride == 2 * kStep) return move_items<kBytes, 2 * kStep, kStep>(sides, dim);
  move_items<kBytes, 0, kStep>(sides, dim);
}

template <class Side>
void move_row(Side sides, const Dim& dim, int64_t run_bytes) {
  switch (run_bytes) {
    case 1:
      return move_row<1>(sides, dim);
    case 2:
      return move_row<2>(sides, dim);
    case 4:
      return move_row<4>(sides, dim);
    case 8:
      return move_row<8>(sides, dim);
    case 16:
      return move_row<16>(sides, dim);
    default:
      for (int64_t i = 0; i < dim.extent; ++i) move(sides.at(dim, i), static_cast<size_t>(run_bytes));
  }
}

/// All of a box.
template <class Side>
void move_box(Side sides, Dims dims, int64_t run_bytes) {
  if (dims.empty()) return move(sides, static_cast<size_t>(run_bytes));
  if (dims.size() == 1) return move_row(sides, dims[0], run_bytes);
  for (int64_t i = 0; i < dims[0].extent; ++i) move_box(sides.at(dims[0], i), dims.subspan(1), run_bytes);
}

/// Bytes from the first to the last one of a box in the buffer.
int64_t span_of(Dims dims, int64_t run_bytes) {
  int64_t span = run_bytes;
  for (const Dim& dim : dims) span += (dim.extent - 1) * dim.packed_stride;
  return span;
}

/// The part of a box inside `range`; `place` is that of the box, counted like the range.
template <class Side>
void move_part(Side sides, int64_t place, Dims dims, int64_t run_bytes, PackedRange range) {
  const int64_t span = span_of(dims, run_bytes);
  if (place >= range.end || place + span <= range.begin) return;
  if (place >= range.begin && place + span <= range.end) return move_box(sides, dims, run_bytes);
  if (dims.empty()) {
    const int64_t skipped = std::max<int64_t>(range.begin - place, 0);
    const int64_t end = std::min(place + run_bytes, range.end);
    return move(Side{sides.host + skipped, sides.packed + skipped},
                static_cast<size_t>(end - place - skipped));
  }
  const Dim& dim = dims[0];
  const int64_t inner = span_of(dims.subspan(1), run_bytes);
  const auto clip = [&](int64_t index) { return std::clamp<int64_t>(index, 0, dim.extent); };
  // Index i takes [place + i stride, + inner): touched from first to last, inside from first_whole to
  // last_whole.
  const int64_t first = clip(floor_div(range.begin - place - inner, dim.packed_stride) + 1);
  const int64_t last = clip(floor_div(range.end - place - 1, dim.packed_stride) + 1);
  const int64_t first_whole =
      std::clamp(floor_div(range.begin - place - 1, dim.packed_stride) + 1, first, last);
  const int64_t last_whole =
      std::clamp(floor_div(range.end - place - inner, dim.packed_stride) + 1, first_whole, last);
  const auto part = [&](int64_t index) {
    move_part(sides.at(dim, index), place + index * dim.packed_stride, dims.subspan(1), run_bytes, range);
  };
  for (int64_t i = first; i < first_whole; ++i) part(i);
  if (dims.size() == 1) {  // the row as far as it is inside, not item by item
    const Dim inside{last_whole - first_whole, dim.host_stride, dim.packed_stride};
    move_row(sides.at(dim, first_whole), inside, run_bytes);
  } else {
    for (int64_t i = first_whole; i < last_whole; ++i) move_box(sides.at(dim, i), dims.subspan(1), run_bytes);
  }
  for (int64_t i = last_whole; i < last; ++i) part(i);
}

bool is_empty(const StridedCopy& copy) {
  return copy.run_bytes <= 0 ||
         std::any_of(copy.dims.begin(), copy.dims.end(), [](const Dim& dim) { return dim.extent <= 0; });
}

template <class Side>
void move_copy(const StridedCopy& copy, PackedRange range, Side sides) {
  if (is_empty(copy) || range.begin >= range.end) return;
  const Side box{sides.host + copy.host_offset, sides.packed + (copy.packed_offset - range.begin)};
  move_part(box, copy.packed_offset, copy.dims, copy.run_bytes, range);
}

/// True if `inner`, `count` of them, is continued by the next index of `outer` on both sides.
bool continues(const Dim& outer, const Dim& inner) {
  return outer.host_stride == inner.host_stride * inner.extent &&
         outer.packed_stride == inner.packed_stride * inner.extent;
}

}  // namespace

int64_t bytes_of(const StridedCopy& copy) {
  if (is_empty(copy)) return 0;
  int64_t bytes = copy.run_bytes;
  for (const Dim& dim : copy.dims) bytes *= dim.extent;
  return bytes;
}

PackedRange range_of(const StridedCopy& copy) {
  if (is_empty(copy)) return {};
  return {copy.packed_offset, copy.packed_offset + span_of(copy.dims, copy.run_bytes)};
}

StridedCopy merged(const StridedCopy& copy) {
  StridedCopy result = copy;
  result.dims.clear();
  for (const Dim& dim : copy.dims) {
    if (dim.extent == 1) continue;
    if (!result.dims.empty() && continues(result.dims.back(), dim)) {
      result.dims.back() = {result.dims.back().extent * dim.extent, dim.host_stride, dim.packed_stride};
    } else {
      result.dims.push_back(dim);
    }
  }
  while (!result.dims.empty() && result.dims.back().host_stride == result.run_bytes &&
         result.dims.back().packed_stride == result.run_bytes) {
    result.run_bytes *= result.dims.back().extent;
    result.dims.pop_back();
  }
  return result;
}

int64_t pieces_of(const std::vector<StridedCopy>& copies) {
  double pieces = 0;
  int64_t end = INT64_MIN;  // of the one before it
  for (const StridedCopy& copy : copies) {
    double runs = 1;
    for (const Dim& dim : merged(copy).dims) runs *= static_cast<double>(dim.extent);
    const PackedRange range = range_of(copy);
    pieces += range.begin == end ? runs - 1 : runs;
    end = range.end;
  }
  return static_cast<int64_t>(std::min(pieces, 1e15));
}

std::vector<StridedCopy> in_rows(std::vector<StridedCopy> copies) {
  const auto alike = [](const StridedCopy& a, const StridedCopy& b) {
    return a.run_bytes == b.run_bytes && std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(),
                                                    b.dims.end(), [](const Dim& x, const Dim& y) {
                                                      return x.extent == y.extent &&
                                                             x.host_stride == y.host_stride &&
                                                             x.packed_stride == y.packed_stride;
                                                    });
  };
  std::vector<StridedCopy> rows;
  for (size_t first = 0; first < copies.size();) {
    const StridedCopy& start = copies[first];
    size_t end = first + 1;
    Dim step{1, 0, 0};
    for (; end < copies.size() && alike(start, copies[end]); ++end) {
      const Dim next{1, copies[end].host_offset - copies[end - 1].host_offset,
                     copies[end].packed_offset - copies[end - 1].packed_offset};
      if (end == first + 1) step = next;
      if (next.host_stride != step.host_stride || next.packed_stride != step.packed_stride) break;
    }
    // Ranges of rows that lie within each other are not told apart.
    const bool apart = step.packed_stride >= span_of(start.dims, start.run_bytes);
    if (!apart) end = first + 1;
    rows.push_back(start);
    step.extent = static_cast<int64_t>(end - first);
    if (step.extent > 1) rows.back().dims.insert(rows.back().dims.begin(), step);
    first = end;
  }
  return rows;
}

void pack(const StridedCopy& copy, PackedRange range, const std::byte* host, std::byte* packed) {
  move_copy(copy, range, In{host, packed});
}

void unpack(const StridedCopy& copy, PackedRange range, std::byte* host, const std::byte* packed) {
  if (bytes_of(copy) >= kStreamedBytes) return move_copy(copy, range, StreamedOut{host, packed});
  move_copy(copy, range, Out{host, packed});
}

}  // namespace unpython::runtime
