#include "runtime/memory/strided_copy.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

using namespace unpython::runtime;

namespace {

/// Places in the buffer -> places in host memory, one by one.
std::map<int64_t, int64_t> enumerate(const StridedCopy& copy) {
  std::map<int64_t, int64_t> bytes;
  std::vector<int64_t> index(copy.dims.size(), 0);
  if (bytes_of(copy) == 0) return bytes;
  for (;;) {
    int64_t host = copy.host_offset;
    int64_t packed = copy.packed_offset;
    for (size_t k = 0; k < index.size(); ++k) {
      host += index[k] * copy.dims[k].host_stride;
      packed += index[k] * copy.dims[k].packed_stride;
    }
    for (int64_t b = 0; b < copy.run_bytes; ++b) bytes[packed + b] = host + b;
    size_t k = index.size();
    while (k > 0 && ++index[k - 1] == copy.dims[k - 1].extent) index[--k] = 0;
    if (k == 0) return bytes;
  }
}

/// A box whose places in the buffer are all different; host strides of any sign, within [0, host_bytes).
StridedCopy random_copy(std::mt19937& random, int64_t& host_bytes) {
  const auto draw = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  StridedCopy copy;
  const int64_t runs[] = {1, 2, 4, 8, 16, 3, 24};
  copy.run_bytes = runs[draw(0, 6)];
  int64_t host_span = copy.run_bytes;
  int64_t packed_span = copy.run_bytes;
  int64_t lowest = 0;
  for (int64_t k = draw(0, 4); k > 0; --k) {
    StridedCopy::Dim dim;
    dim.extent = draw(0, 20) == 0 ? 0 : draw(1, 5);
    dim.packed_stride = packed_span + (draw(0, 1) == 0 ? 0 : draw(0, 9));
    dim.host_stride = host_span + (draw(0, 1) == 0 ? 0 : draw(0, 9));
    const int64_t steps = std::max<int64_t>(dim.extent - 1, 0);
    packed_span += steps * dim.packed_stride;
    host_span += steps * dim.host_stride;
    if (draw(0, 3) == 0) {
      lowest += steps * dim.host_stride;
      dim.host_stride = -dim.host_stride;
    }
    copy.dims.insert(copy.dims.begin(), dim);
  }
  if (copy.dims.size() > 1 &&
      draw(0, 3) == 0) {  // rows interleaved in the buffer: a short stride outside a long one
    std::rotate(copy.dims.begin(), copy.dims.begin() + 1, copy.dims.end());
  }
  copy.host_offset = lowest + draw(0, 5);
  copy.packed_offset = draw(0, 10);
  host_bytes = copy.host_offset + host_span + 8;
  return copy;
}

}  // namespace

TEST_CASE("strided_copy: packs and unpacks the bytes of any range, and no others") {
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    int64_t host_bytes = 0;
    const StridedCopy copy = random_copy(random, host_bytes);
    const auto bytes = enumerate(copy);
    REQUIRE(bytes_of(copy) == static_cast<int64_t>(bytes.size()));
    const PackedRange all = range_of(copy);
    if (!bytes.empty()) {
      REQUIRE(all.begin == bytes.begin()->first);
      REQUIRE(all.end == bytes.rbegin()->first + 1);
    }
    std::vector<std::byte> host(static_cast<size_t>(host_bytes));
    for (size_t i = 0; i < host.size(); ++i) host[i] = static_cast<std::byte>(1 + random() % 255);
    const StridedCopy& used = round % 2 == 0 ? copy : merged(copy);
    const auto draw = [&](int64_t low, int64_t high) {
      return std::uniform_int_distribution<int64_t>(low, high)(random);
    };
    PackedRange range{draw(0, all.end + 3), 0};
    range.end = draw(range.begin, all.end + 5);
    std::vector<std::byte> packed(static_cast<size_t>(range.end - range.begin));
    pack(used, range, host.data(), packed.data());
    std::vector<std::byte> back(host.size());
    unpack(used, range, back.data(), packed.data());
    std::vector<std::byte> expected_back(host.size());
    for (int64_t place = range.begin; place < range.end; ++place) {
      const auto found = bytes.find(place);
      const std::byte value = found == bytes.end() ? std::byte{0} : host[static_cast<size_t>(found->second)];
      REQUIRE(packed[static_cast<size_t>(place - range.begin)] == value);
      if (found != bytes.end()) expected_back[static_cast<size_t>(found->second)] = value;
    }
    REQUIRE(back == expected_back);
  }
}

TEST_CASE("strided_copy: merged boxes have the same bytes and no more dimensions than needed") {
  std::mt19937 random(2);
  for (int round = 0; round < 1000; ++round) {
    int64_t host_bytes = 0;
    const StridedCopy copy = random_copy(random, host_bytes);
    REQUIRE(enumerate(merged(copy)) == enumerate(copy));
  }
  const StridedCopy dense{.run_bytes = 8, .dims = {{1, 5, 5}, {10, 800, 800}, {100, 8, 8}}};
  CHECK(merged(dense).dims.empty());
  CHECK(merged(dense).run_bytes == 8000);
  const StridedCopy columns{.run_bytes = 8, .dims = {{10, 1600, 800}, {100, 16, 8}}};
  CHECK(merged(columns).dims.size() == 1);
  CHECK(merged(columns).dims[0].extent == 1000);
}

TEST_CASE("strided_copy: large copies out, which go past the caches, write their bytes and no others") {
  const int64_t run = GENERATE(int64_t{100}, int64_t{1030}, int64_t{70001});
  const int64_t rows = (int64_t{34} << 20) / run;
  const int64_t gap = 13;
  const StridedCopy copy{
      .host_offset = 5, .packed_offset = 0, .run_bytes = run, .dims = {{rows, run + gap, run}}};
  const int64_t bytes = bytes_of(copy);
  std::vector<std::byte> packed(static_cast<size_t>(bytes));
  for (size_t i = 0; i < packed.size(); ++i) packed[i] = static_cast<std::byte>(i * 7 + i / 251);
  const std::byte untouched{0xEE};
  std::vector<std::byte> host(static_cast<size_t>(5 + rows * (run + gap)), untouched);
  const int64_t middle = bytes / 2 + 3;
  unpack(copy, {0, middle}, host.data(), packed.data());
  unpack(copy, {middle, bytes}, host.data(), packed.data() + middle);
  int64_t wrong = 0;
  for (int64_t row = 0; row < rows; ++row) {
    const auto begin = host.begin() + 5 + row * (run + gap);
    const auto from = packed.begin() + row * run;
    wrong += std::equal(from, from + run, begin) ? 0 : 1;
    wrong += std::all_of(begin + run, begin + run + gap, [&](std::byte b) { return b == untouched; }) ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(std::all_of(host.begin(), host.begin() + 5, [&](std::byte b) { return b == untouched; }));
}
