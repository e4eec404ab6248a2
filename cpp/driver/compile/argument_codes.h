// Call arguments -> the facts about them that code is specialized for.
#pragma once
#include <cstdint>
#include <span>

#include "frontend/types/signature.h"
#include "unpython/array_view.h"
#include "unpython/export.h"

namespace unpython::driver {

/// All that a signature holds of one argument, packed so that a call compares one integer:
///   bits 0-3 type (15: a time), 4 array, 5 weak, 6 writeable, 7 None, 8-11 rank, 12 a large integer,
///   13 short rows that lie one behind the other, 16-31 two bits per dimension: its stride class, or 3 for one of a
///   single element, which broadcasting stretches; 32-63 four bits per dimension: the extent of short rows.
///   Of a time, bits 32-47 are its type, and code is not made for short rows.
using ArgumentCode = uint64_t;

inline constexpr ArgumentCode kTimeCode = 15;

[[nodiscard]] constexpr ArgumentCode type_code(ScalarType type) {
  return is_time(type) ? kTimeCode | static_cast<ArgumentCode>(type) << 32 : static_cast<ArgumentCode>(type);
}

[[nodiscard]] constexpr ArgumentCode scalar_code(ScalarType type, bool weak) {
  return type_code(type) | (weak ? 1U << 5 : 0U);
}

/// Added to the code of an integer that is so large that the difference of two such integers may need more than 64 bits.
[[nodiscard]] constexpr ArgumentCode size_code(ScalarType type, int64_t value) {
  constexpr int64_t kLarge = int64_t{1} << 61;
  const bool large = type == ScalarType::UInt64 ? static_cast<uint64_t>(value) >= uint64_t{kLarge}
                                                : value >= kLarge || value <= -kLarge;
  return large ? 1U << 12 : 0U;
}

/// Code of None; it takes the room of a bool among the numbers of a call.
inline constexpr ArgumentCode kNoneCode = static_cast<ArgumentCode>(ScalarType::Bool) | 1U << 7;

/// Code of an array, before its strides are added.
[[nodiscard]] constexpr ArgumentCode array_code(ScalarType type, int rank, bool writeable) {
  return type_code(type) | 1U << 4 | (writeable ? 1U << 6 : 0U) |
         static_cast<ArgumentCode>(rank) << 8;
}

inline constexpr ArgumentCode kOneElement = 3;

/// What is added to the code of an array for one dimension.
[[nodiscard]] constexpr ArgumentCode dimension_code(int dimension, int64_t extent, int64_t stride_bytes,
                                                    int64_t item_bytes) {
  if (extent == 1) return kOneElement << (16 + 2 * dimension);
  const ir::StrideClass stride = stride_bytes == item_bytes ? ir::StrideClass::Unit
                                 : stride_bytes == 0        ? ir::StrideClass::Zero
                                                            : ir::StrideClass::Other;
  return static_cast<ArgumentCode>(stride) << (16 + 2 * dimension);
}

/// Rows of so few elements are vectors and small matrices: code is made for their length, and their elements are kept in registers.
inline constexpr int64_t kLongestShortRow = 4;

inline constexpr ArgumentCode kDenseRows = 1U << 13;

/// What is added to the code of an array: the extents of its last dimensions as far as they are short, and of the first one where
/// the array is a small square; and whether these rows, and what they are the elements of, lie one behind the other.
[[nodiscard]] constexpr ArgumentCode short_rows_code(int rank, const int64_t* extents, const int64_t* stride_bytes,
                                                     int64_t item_bytes) {
  ArgumentCode code = 0;
  bool dense = true;
  for (int d = rank - 1; d >= 0 && rank >= 2; --d) {
    dense = dense && (extents[d] == 1 || stride_bytes[d] == item_bytes);
    if (extents[d] < 1 || extents[d] > kLongestShortRow || (d == 0 && extents[0] != extents[rank - 1])) break;
    code |= static_cast<ArgumentCode>(extents[d]) << (32 + 4 * d);
    item_bytes *= extents[d];
  }
  return code | (dense && code != 0 ? kDenseRows : 0);
}

[[nodiscard]] UNPYTHON_API ArgumentCode code_of(const ArrayView& view);
[[nodiscard]] UNPYTHON_API frontend::ArgumentType decode(ArgumentCode code);

/// The bytes [begin, end) that an array may touch; none for an empty array.
struct ByteRange {
  uintptr_t begin;
  uintptr_t end;
  bool stored;           ///< the program may store to it
  bool overlaps_itself;  ///< two different elements may share a byte
};

/// Range of an array given by address, extents, byte strides and item size; `stored` is true.
[[nodiscard]] UNPYTHON_API ByteRange byte_range(const void* data, const int64_t* extents,
                                                const int64_t* stride_bytes, int rank, int64_t item_bytes);

/// How the arrays of a call share memory.
struct Sharing {
  /// No element that the program may store to is reached in two ways: no stored array overlaps itself or
  /// another.
  bool disjoint = true;
  bool meeting = false;  ///< the ranges of some arrays meet, whether stored to or not
};

[[nodiscard]] inline Sharing sharing_of(std::span<const ByteRange> ranges) {
  Sharing sharing;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const ByteRange& a = ranges[i];
    if (a.stored && a.overlaps_itself) sharing.disjoint = false;
    for (size_t j = i + 1; j < ranges.size(); ++j) {
      const ByteRange& b = ranges[j];
      if (a.begin >= b.end || b.begin >= a.end) continue;
      sharing.meeting = true;
      if (a.stored || b.stored) sharing.disjoint = false;
    }
  }
  return sharing;
}

}  // namespace unpython::driver
