#include "runtime/memory/described_array.h"

#include <catch2/catch.hpp>
#include <cstdint>

using namespace unpython;
using runtime::DescribedArray;
using runtime::ReachedBytes;
using runtime::UnusableArray;

namespace {

std::byte* at(uintptr_t address) { return reinterpret_cast<std::byte*>(address); }

}  // namespace

TEST_CASE("An array reaches from its first element in memory to its last one") {
  const DescribedArray array{at(10000), ScalarType::Float64, true, {3, 5}, {-100, 8}};
  const ReachedBytes reached = runtime::reached_bytes(array);
  CHECK(reached.begin == at(9800));
  CHECK(reached.bytes == 200 + 4 * 8 + 8);
  CHECK(runtime::reached_bytes({at(8), ScalarType::Int8, true, {4, 0}, {-(int64_t{1} << 60), 1}}).bytes == 0);
  CHECK(runtime::reached_bytes({at(UINTPTR_MAX - 7), ScalarType::Int64, true, {}, {}}).bytes == 8);
}

TEST_CASE("Descriptions that reach beyond memory are refused") {
  const auto refuse = [](const DescribedArray& array) {
    CHECK_THROWS_AS(runtime::reached_bytes(array), UnusableArray);
  };
  refuse({at(4096), ScalarType::Float64, true, {3}, {-4096}});
  refuse({at(UINTPTR_MAX - 6), ScalarType::Int64, true, {}, {}});
  refuse({at(4096), ScalarType::Int8, true, {INT64_MAX}, {2}});
  refuse({at(4096), ScalarType::Int8, true, {2}, {INT64_MIN}});
  refuse({at(4096), ScalarType::Int8, true, {2, 2}, {INT64_MAX, -INT64_MAX}});
  refuse({at(4096), ScalarType::Int8, true, {-1}, {1}});
  refuse({at(4096), ScalarType::Int8, true, {1, 1}, {1}});
  refuse({at(4096), ScalarType::Int8, true, std::vector<int64_t>(9, 1), std::vector<int64_t>(9, 1)});
}

TEST_CASE("A tensor of DLPack is read with strides in bytes") {
  int64_t shape[] = {4, 3};
  int64_t strides[] = {-3, 1};
  abi::DlTensor tensor{.data = at(4096),
                       .place = {},
                       .rank = 2,
                       .type = runtime::dlpack_type(ScalarType::Float32),
                       .shape = shape,
                       .strides = strides,
                       .byte_offset = 16};
  const DescribedArray array = runtime::read_tensor(tensor);
  CHECK(array.data == at(4112));
  CHECK(array.type == ScalarType::Float32);
  CHECK(array.strides == std::vector<int64_t>{-12, 4});
  tensor.strides = nullptr;
  CHECK(runtime::read_tensor(tensor).strides == std::vector<int64_t>{12, 4});
  tensor.byte_offset = UINT64_MAX;
  CHECK_THROWS_AS(runtime::read_tensor(tensor), UnusableArray);
  tensor.byte_offset = 0;
  tensor.rank = 9;
  CHECK_THROWS_AS(runtime::read_tensor(tensor), UnusableArray);
  tensor.rank = 2;
  tensor.type.lanes = 4;
  CHECK_THROWS_AS(runtime::read_tensor(tensor), UnusableArray);
}
