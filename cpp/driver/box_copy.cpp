#include "driver/box_copy.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace unpython::driver {
namespace {

/// The loops of a copy, outermost first; strides in bytes.
struct Loops {
  struct Loop {
    int64_t extent;
    int64_t host;
    int64_t packed;
  };
  std::vector<Loop> loops;
  int64_t run_bytes = 0;  ///< bytes that are neighbours on both sides
  bool empty = false;
};

/// Zero strides on the device mean that all host elements along them are one.
Loops loops_of(const abi::ArrayArgument& array, int rank, int64_t item, const PlacedArray& placed) {
  Loops result;
  result.run_bytes = item;
  for (int d = 0; d < rank; ++d) {
    const auto dimension = static_cast<size_t>(d);
    result.empty |= array.extents[dimension] <= 0;
    if (array.extents[dimension] <= 1 || array.stride_bytes[dimension] == 0) continue;
    result.loops.push_back(
        {array.extents[dimension], array.stride_bytes[dimension], placed.strides[dimension] * item});
  }
  std::sort(result.loops.begin(), result.loops.end(), [](const Loops::Loop& a, const Loops::Loop& b) {
    return std::abs(a.packed) > std::abs(b.packed);
  });
  while (!result.loops.empty()) {
    const Loops::Loop& inner = result.loops.back();
    if (inner.host != result.run_bytes || inner.packed != result.run_bytes) break;
    result.run_bytes *= inner.extent;
    result.loops.pop_back();
  }
  return result;
}

template <class Copy>
void visit(const Loops& loops, size_t depth, int64_t host, int64_t packed, const Copy& copy) {
  if (depth == loops.loops.size()) return copy(host, packed);
  const Loops::Loop& loop = loops.loops[depth];
  for (int64_t i = 0; i < loop.extent; ++i) {
    visit(loops, depth + 1, host + i * loop.host, packed + i * loop.packed, copy);
  }
}

}  // namespace

void gather(const abi::ArrayArgument& array, int rank, int64_t item, const PlacedArray& placed,
            char* packed) {
  const Loops loops = loops_of(array, rank, item, placed);
  if (loops.empty) return;
  const auto* from = static_cast<const char*>(array.data);
  const auto bytes = static_cast<size_t>(loops.run_bytes);
  visit(loops, 0, 0, placed.first * item,
        [&](int64_t host, int64_t at) { std::memcpy(packed + at, from + host, bytes); });
}

void scatter(const char* packed, const PlacedArray& placed, int rank, int64_t item,
             const abi::ArrayArgument& array) {
  const Loops loops = loops_of(array, rank, item, placed);
  if (loops.empty) return;
  auto* to = static_cast<char*>(array.data);
  const auto bytes = static_cast<size_t>(loops.run_bytes);
  visit(loops, 0, 0, placed.first * item,
        [&](int64_t host, int64_t at) { std::memcpy(to + host, packed + at, bytes); });
}

bool lies_packed(const abi::ArrayArgument& array, int rank, int64_t item, const PlacedArray& placed) {
  const Loops loops = loops_of(array, rank, item, placed);
  return !loops.empty && loops.loops.empty() && placed.first == 0;
}

}  // namespace unpython::driver
