// Regions against the places of all their elements.
#include "footprint/array_region.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <set>
#include <vector>

using namespace unpython;
using namespace unpython::footprint;

namespace {

/// An array of three dimensions in host memory of its own, its dimensions in any order and direction.
struct Sample {
  std::vector<int32_t> memory;
  CallArray array;
  Box box;

  explicit Sample(std::mt19937_64& random) {
    std::array<size_t, 3> order{0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    array.rank = 3;
    array.item_bytes = 4;
    int64_t packed = 1;
    int64_t host = 1;
    int64_t first = 0;
    for (size_t d : order) {  // the fastest first
      const auto extent = static_cast<int64_t>(1 + random() % 5);
      const int64_t step = host * static_cast<int64_t>(1 + random() % 2) * (random() % 3 == 0 ? -1 : 1);
      array.host.extents[d] = extent;
      array.host.stride_bytes[d] = 4 * step;
      if (step < 0) first -= step * (extent - 1);
      array.placed.strides[d] = extent > 1 ? packed : 0;
      packed *= extent;
      host = std::abs(step) * extent;
      box.low[d] = static_cast<int64_t>(random() % static_cast<uint64_t>(extent));
      box.high[d] = box.low[d] + static_cast<int64_t>(random() % static_cast<uint64_t>(extent - box.low[d]));
    }
    array.dimensions = ordered_dimensions(array.placed, array.rank);
    memory.resize(static_cast<size_t>(host + 8));
    for (size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int32_t>(i);
    array.host.data = memory.data() + first;
  }

  template <class Visit>
  void for_each_element(const Visit& visit) const {
    for (int64_t i = box.low[0]; i <= box.high[0]; ++i) {
      for (int64_t j = box.low[1]; j <= box.high[1]; ++j) {
        for (int64_t k = box.low[2]; k <= box.high[2]; ++k) visit(std::array<int64_t, 3>{i, j, k});
      }
    }
  }
  [[nodiscard]] int32_t& host(const std::array<int64_t, 3>& at) const {
    auto* element = static_cast<std::byte*>(array.host.data);
    for (size_t d = 0; d < 3; ++d) element += at[d] * array.host.stride_bytes[d];
    return *reinterpret_cast<int32_t*>(element);
  }
  [[nodiscard]] static int64_t place(const PlacedArray& placed, const std::array<int64_t, 3>& at) {
    int64_t place = placed.first;
    for (size_t d = 0; d < 3; ++d) place += at[d] * placed.strides[d];
    return place;
  }
};

}  // namespace

TEST_CASE("array_region: a packed region has a place for each element and no other") {
  std::mt19937_64 random(1);
  for (int n = 0; n < 500; ++n) {
    const Sample sample(random);
    const Region region = packed_region(sample.array, sample.box);
    const PlacedArray placed = placed_in(sample.array, region);
    std::set<int64_t> places;
    sample.for_each_element([&](const auto& at) { places.insert(Sample::place(placed, at)); });
    CHECK(region.bytes == 4 * static_cast<int64_t>(places.size()));
    CHECK(*places.begin() == 0);
    CHECK(4 * (*places.rbegin() + 1) == region.bytes);
    CHECK(placed.last >= *places.rbegin());
  }
}

TEST_CASE("array_region: copies bring each element to its place, and back") {
  std::mt19937_64 random(2);
  for (int n = 0; n < 500; ++n) {
    const bool shared = n % 2 == 0;
    Sample sample(random);
    if (shared) {
      for (size_t d = 0; d < 3; ++d) sample.array.placed.strides[d] = sample.array.host.stride_bytes[d] / 4;
    }
    const ArrayBox part{&sample.array, sample.box};
    const Region region = shared ? shared_region({&part, 1}) : packed_region(sample.array, sample.box);
    const PlacedArray placed = placed_in(sample.array, region);
    auto* host = reinterpret_cast<std::byte*>(sample.memory.data());
    const runtime::StridedCopy copy = copy_of(sample.array, sample.box, placed, host);
    std::vector<int32_t> buffer(static_cast<size_t>(region.bytes / 4 + 4), -1);
    const runtime::PackedRange all{0, region.bytes};
    runtime::pack(copy, all, host, reinterpret_cast<std::byte*>(buffer.data()));
    sample.for_each_element([&](const auto& at) {
      REQUIRE(buffer[static_cast<size_t>(Sample::place(placed, at))] == sample.host(at));
    });
    for (int32_t& number : buffer) number += 1000;
    const std::vector<int32_t> before = sample.memory;
    runtime::unpack(copy, all, host, reinterpret_cast<std::byte*>(buffer.data()));
    sample.for_each_element([&](const auto& at) {
      int32_t& element = sample.host(at);
      REQUIRE(element == before[static_cast<size_t>(&element - sample.memory.data())] + 1000);
      element -= 1000;
    });
    CHECK(sample.memory == before);
  }
}
