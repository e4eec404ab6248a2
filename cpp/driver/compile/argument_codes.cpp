// Byte ranges of arrays and packed argument types.
#include "driver/compile/argument_codes.h"

#include <cstdlib>

namespace unpython::driver {
namespace {

/// Sufficient test: sorted by size, each stride steps over everything that the smaller ones reach.
bool may_overlap_itself(const int64_t* extents, const int64_t* stride_bytes, int rank, int64_t item_bytes) {
  bool taken[kMaxRank] = {};
  int64_t reach = item_bytes;
  for (int step = 0; step < rank; ++step) {
    int next = -1;
    for (int d = 0; d < rank; ++d) {
      if (!taken[d] && (next < 0 || std::abs(stride_bytes[d]) < std::abs(stride_bytes[next]))) next = d;
    }
    taken[next] = true;
    if (extents[next] <= 1) continue;
    const int64_t stride = std::abs(stride_bytes[next]);
    if (stride < reach) return true;
    reach += stride * (extents[next] - 1);
  }
  return false;
}

/// Elements apart that loads side by side can be sorted out of; with a longer step that it knows, LLVM gathers and scatters, which
/// takes four times as long as one iteration after the other.
constexpr int64_t kLongestStep = 8;

/// By dimension: the elements from one index to the next, 0 behind a dimension that is not short, and where they are too many.
std::vector<int64_t> steps_of_dense_rows(const std::vector<int64_t>& extents) {
  std::vector<int64_t> steps(extents.size());
  int64_t step = 1;
  for (size_t d = extents.size(); d-- > 0;) {
    steps[d] = step <= kLongestStep ? step : 0;
    step *= extents[d];
  }
  return steps;
}

}  // namespace

ArgumentCode code_of(const ArrayView& view) {
  ArgumentCode code = array_code(view.type, view.rank, view.writeable);
  for (int d = 0; d < view.rank; ++d) {
    const auto dimension = static_cast<size_t>(d);
    code |= dimension_code(d, view.extents[dimension], view.stride_bytes[dimension], size_of(view.type));
  }
  return code | short_rows_code(view.rank, view.extents.data(), view.stride_bytes.data(), size_of(view.type));
}

frontend::ArgumentType decode(ArgumentCode code) {
  frontend::ArgumentType type;
  type.type = static_cast<ScalarType>(code & 15);
  if ((code & 15) == kTimeCode) {
    type.type = static_cast<ScalarType>(code >> 32 & 0xffff);
    code &= ArgumentCode{0xffffffff};
  }
  type.is_array = (code & 1U << 4) != 0;
  type.none = (code & 1U << 7) != 0;
  type.large = (code & 1U << 12) != 0;
  type.weak = (code & 1U << 5) != 0;
  type.writeable = !type.is_array || (code & 1U << 6) != 0;
  const int rank = static_cast<int>(code >> 8 & 15);
  for (int d = 0; d < rank; ++d) {
    const ArgumentCode dimension = code >> (16 + 2 * d) & 3;
    type.extents.push_back(dimension == kOneElement ? 1 : static_cast<int64_t>(code >> (32 + 4 * d) & 15));
    type.strides.push_back(dimension == kOneElement ? ir::StrideClass::Other
                                                    : static_cast<ir::StrideClass>(dimension));
  }
  if ((code & kDenseRows) != 0) type.steps = steps_of_dense_rows(type.extents);
  return type;
}

ByteRange byte_range(const void* data, const int64_t* extents, const int64_t* stride_bytes, int rank,
                     int64_t item_bytes) {
  const auto address = reinterpret_cast<uintptr_t>(data);
  ByteRange range{.begin = address, .end = address, .stored = true, .overlaps_itself = false};
  auto dense = static_cast<uint64_t>(item_bytes);  // wraps for extents that no memory holds
  bool row_major = true;
  for (int d = rank - 1; d >= 0; --d) {
    if (extents[d] == 0) return {.begin = address, .end = address, .stored = true, .overlaps_itself = false};
    row_major = row_major && (static_cast<uint64_t>(stride_bytes[d]) == dense || extents[d] == 1);
    dense *= static_cast<uint64_t>(extents[d]);
    const int64_t span = stride_bytes[d] * (extents[d] - 1);
    (span < 0 ? range.begin : range.end) += static_cast<uintptr_t>(span);
  }
  range.end += static_cast<uintptr_t>(item_bytes);
  range.overlaps_itself = !row_major && may_overlap_itself(extents, stride_bytes, rank, item_bytes);
  return range;
}

}  // namespace unpython::driver
