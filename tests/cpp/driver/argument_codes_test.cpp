#include "driver/compile/argument_codes.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace unpython;
using namespace unpython::driver;

namespace {

char memory[4096];

/// Addresses (of items) that an array reaches, by enumeration.
std::vector<int64_t> addresses(const std::vector<int64_t>& extents, const std::vector<int64_t>& strides,
                               int64_t at) {
  std::vector<int64_t> result{at};
  for (size_t d = 0; d < extents.size(); ++d) {
    std::vector<int64_t> next;
    for (const int64_t base : result) {
      for (int64_t i = 0; i < extents[d]; ++i) next.push_back(base + i * strides[d]);
    }
    result = next;
  }
  return result;
}

}  // namespace

TEST_CASE("the code of an argument decodes to its type") {
  ArrayView view;
  view.type = ScalarType::Float32;
  view.rank = 3;
  view.writeable = false;
  view.stride_bytes = {0, -4, 4};
  const frontend::ArgumentType type = decode(code_of(view));
  CHECK(type.is_array);
  CHECK(type.type == ScalarType::Float32);
  CHECK_FALSE(type.writeable);
  CHECK(type.strides == std::vector{ir::StrideClass::Zero, ir::StrideClass::Other, ir::StrideClass::Unit});

  const frontend::ArgumentType scalar = decode(scalar_code(ScalarType::Complex128, true));
  CHECK_FALSE(scalar.is_array);
  CHECK(scalar.weak);
  CHECK(scalar.type == ScalarType::Complex128);
  CHECK(scalar_code(ScalarType::Int64, true) != scalar_code(ScalarType::Int64, false));
}

TEST_CASE("short rows one behind the other have known steps, others have not") {
  ArrayView view;
  view.type = ScalarType::Float64;
  view.rank = 3;
  view.extents = {100, 3, 2};
  view.stride_bytes = {48, 16, 8};
  frontend::ArgumentType type = decode(code_of(view));
  CHECK(type.extents == std::vector<int64_t>{0, 3, 2});
  CHECK(type.steps == std::vector<int64_t>{6, 2, 1});

  for (const std::vector<int64_t>& apart : {std::vector<int64_t>{56, 16, 8}, {48, 24, 8}, {48, 16, 16}, {-48, 16, 8}}) {
    std::copy(apart.begin(), apart.end(), view.stride_bytes.begin());
    type = decode(code_of(view));
    CHECK(type.extents == std::vector<int64_t>{0, 3, 2});
    CHECK(type.steps.empty());
  }
  view.extents = {7, 100, 2};
  view.stride_bytes = {99999, 16, 8};  // further dimensions keep a stride of the call
  CHECK(decode(code_of(view)).steps == std::vector<int64_t>{0, 2, 1});
  view.extents = {7, 100, 50};
  view.stride_bytes = {40000, 400, 8};
  CHECK(decode(code_of(view)).steps.empty());
}

TEST_CASE("byte ranges agree with enumeration of all addresses") {
  std::mt19937 random(7);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
  for (int trial = 0; trial < 2000; ++trial) {
    const int rank = pick(0, 3);
    std::vector<int64_t> extents;
    std::vector<int64_t> strides;
    for (int d = 0; d < rank; ++d) {
      extents.push_back(pick(0, 4));
      strides.push_back(pick(-5, 5) * 4);
    }
    const ByteRange range = byte_range(memory + 2000, extents.data(), strides.data(), rank, 8);
    const std::vector<int64_t> all = addresses(extents, strides, 0);
    const auto base = reinterpret_cast<uintptr_t>(memory + 2000);
    if (all.empty()) {
      CHECK(range.begin == range.end);
      continue;
    }
    CHECK(range.begin == base + static_cast<uintptr_t>(*std::min_element(all.begin(), all.end())));
    CHECK(range.end == base + static_cast<uintptr_t>(*std::max_element(all.begin(), all.end()) + 8));
    bool collides = false;
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t j = i + 1; j < all.size(); ++j) collides |= std::abs(all[i] - all[j]) < 8;
    }
    // The test may call an array overlapping that is not, never the other way round.
    if (collides) CHECK(range.overlaps_itself);
  }
}

TEST_CASE("dense arrays in any order do not overlap themselves") {
  const int64_t extents[] = {3, 4};
  const int64_t row_major[] = {32, 8};
  const int64_t column_major[] = {8, 24};
  const int64_t reversed[] = {-32, 8};
  CHECK_FALSE(byte_range(memory, extents, row_major, 2, 8).overlaps_itself);
  CHECK_FALSE(byte_range(memory, extents, column_major, 2, 8).overlaps_itself);
  CHECK_FALSE(byte_range(memory + 2000, extents, reversed, 2, 8).overlaps_itself);
}

TEST_CASE("only arrays that are stored to must be apart") {
  const int64_t extent[] = {8};
  const int64_t stride[] = {8};
  const int64_t zero[] = {0};
  ByteRange a = byte_range(memory, extent, stride, 1, 8);
  ByteRange b = byte_range(memory + 32, extent, stride, 1, 8);
  const ByteRange c = byte_range(memory + 64 + 32, extent, stride, 1, 8);
  CHECK_FALSE(sharing_of(std::vector{a, b}).disjoint);
  CHECK(sharing_of(std::vector{a, c}).disjoint);
  a.stored = b.stored = false;
  CHECK(sharing_of(std::vector{a, b, c}).disjoint);
  ByteRange constant = byte_range(memory + 512, extent, zero, 1, 8);
  CHECK_FALSE(sharing_of(std::vector{constant}).disjoint);
  constant.stored = false;
  CHECK(sharing_of(std::vector{constant}).disjoint);
}
