// Boxes of runs that are packed from host memory into contiguous buffers, and back: what a transfer is made
// of.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "unpython/export.h"

namespace unpython::runtime {

/// For every index i (0 <= i_k < extent_k), `run_bytes` consecutive bytes lie at host_offset + sum
/// host_stride_k i_k from the start of host memory and at packed_offset + sum packed_stride_k i_k in the
/// buffer. Places in the buffer are different for different bytes; packed strides are positive, host strides
/// may have any sign.
struct StridedCopy {
  struct Dim {
    int64_t extent = 0;
    int64_t host_stride = 0;  ///< bytes
    int64_t packed_stride = 0;
    bool operator==(const Dim&) const = default;
  };
  int64_t host_offset = 0;
  int64_t packed_offset = 0;
  int64_t run_bytes = 0;
  std::vector<Dim> dims{};  ///< the outermost first
  bool operator==(const StridedCopy&) const = default;
};

/// Bytes [begin, end) of a buffer.
struct PackedRange {
  int64_t begin = 0;
  int64_t end = 0;
};

/// What the copy moves.
[[nodiscard]] UNPYTHON_API int64_t bytes_of(const StridedCopy& copy);
/// The range from its first to its last byte in the buffer; empty when it moves nothing.
[[nodiscard]] UNPYTHON_API PackedRange range_of(const StridedCopy& copy);

/// The same bytes with as few dimensions as possible: those of one index are dropped, and what continues
/// another dimension, or the run, is merged with it.
[[nodiscard]] UNPYTHON_API StridedCopy merged(const StridedCopy& copy);

/// How many contiguous pieces of the buffer they fill, where neighbours follow each other in the list; a large number is
/// not exact.
[[nodiscard]] UNPYTHON_API int64_t pieces_of(const std::vector<StridedCopy>& copies);

/// The same copies, where neighbours of one shape at equal distances become one with a dimension more.
[[nodiscard]] UNPYTHON_API std::vector<StridedCopy> in_rows(std::vector<StridedCopy> copies);

/// Copies the part of `copy` whose places in the buffer are inside `range`. `packed` is where the range
/// begins, not the buffer.
UNPYTHON_API void pack(const StridedCopy& copy, PackedRange range, const std::byte* host, std::byte* packed);
/// The way back: writes those bytes of host memory and no others.
UNPYTHON_API void unpack(const StridedCopy& copy, PackedRange range, std::byte* host,
                         const std::byte* packed);

}  // namespace unpython::runtime
