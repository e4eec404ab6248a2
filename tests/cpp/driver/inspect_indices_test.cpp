#include "driver/plan/inspect_indices.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "driver/steps/cpu_call.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

analysis::Inspection question(int64_t count, int64_t extent, int64_t step_bytes) {
  analysis::Inspection result;
  result.count = count;
  result.extent = extent;
  result.step_bytes = step_bytes;
  return result;
}

template <class T>
bool distinct(const std::vector<T>& values, int64_t extent, ScalarType type, int threads = 1) {
  const auto asked = question(static_cast<int64_t>(values.size()), extent, sizeof(T));
  return are_distinct(asked, values.data(), type, make_services(threads));
}

}  // namespace

TEST_CASE("a value that comes twice is found, also as a negative one") {
  CHECK(distinct<int64_t>({3, 0, 2, 1}, 4, ScalarType::Int64));
  CHECK_FALSE(distinct<int64_t>({3, 0, 3, 1}, 4, ScalarType::Int64));
  CHECK_FALSE(distinct<int64_t>({3, 0, -1, 1}, 4, ScalarType::Int64));
  CHECK(distinct<int8_t>({-4, -3, -2, -1}, 4, ScalarType::Int8));
  CHECK(distinct<int64_t>({}, 4, ScalarType::Int64));
}

TEST_CASE("a value outside the axis is a no") {
  CHECK_FALSE(distinct<int32_t>({0, 4}, 4, ScalarType::Int32));
  CHECK_FALSE(distinct<int32_t>({0, -5}, 4, ScalarType::Int32));
  CHECK_FALSE(distinct<uint64_t>({0, UINT64_MAX}, 4, ScalarType::UInt64));
}

TEST_CASE("what the loop makes of a value counts, not the value") {
  using ir::BinaryOp;
  const auto distinct_after = [](std::vector<analysis::IndexStep> steps, const std::vector<int64_t>& values) {
    auto asked = question(static_cast<int64_t>(values.size()), 4, 8);
    asked.steps = std::move(steps);
    return are_distinct(asked, values.data(), ScalarType::Int64, make_services(1));
  };
  CHECK(distinct_after({{BinaryOp::FloorDivide, 2}}, {6, 0, 3}));
  CHECK_FALSE(distinct_after({{BinaryOp::FloorDivide, 2}}, {6, 0, 1}));
  CHECK_FALSE(distinct_after({{BinaryOp::FloorDivide, 2}}, {-1, 6}));  // rounds down: -1, the last one
  CHECK(distinct_after({{BinaryOp::Modulo, 4}}, {-1, 4, 9}));
  CHECK_FALSE(distinct_after({{BinaryOp::Modulo, 4}}, {-1, 7}));
  CHECK(distinct_after({{BinaryOp::Multiply, 2}, {BinaryOp::Subtract, 10}}, {5, 6}));
  CHECK_FALSE(distinct_after({{BinaryOp::Add, 1}}, {INT64_MAX, 0}));
  CHECK_FALSE(distinct_after({{BinaryOp::Add, 100, {-128, 127}}, {BinaryOp::Subtract, 128}}, {28, 0}));
}

TEST_CASE("places are taken at any first byte and step") {
  const std::vector<int16_t> values{7, 2, 7, 1, 7, 0};
  auto asked = question(3, 3, 4);
  asked.first_byte = 2;
  CHECK(are_distinct(asked, values.data(), ScalarType::Int16, make_services(1)));
  asked.first_byte = 10;
  asked.step_bytes = -4;
  CHECK(are_distinct(asked, values.data(), ScalarType::Int16, make_services(1)));
  asked.first_byte = 0;
  CHECK_FALSE(are_distinct(question(3, 8, 4), values.data(), ScalarType::Int16, make_services(1)));
}

TEST_CASE("bits, sorting and threads agree with a set") {
  std::mt19937_64 random(3);
  const std::pair<int64_t, int64_t> sizes[] = {{50, 60}, {50, 1'000'000}, {200'000, 250'000}};
  for (const auto& [count, extent] : sizes) {
    for (int round = 0; round < 6; ++round) {
      std::vector<int64_t> values(static_cast<size_t>(extent));
      std::iota(values.begin(), values.end(), int64_t{0});
      std::shuffle(values.begin(), values.end(), random);
      values.resize(static_cast<size_t>(count));
      if (round % 2 == 1) values[random() % values.size()] = values[random() % values.size()];
      const bool expected = std::set<int64_t>(values.begin(), values.end()).size() == values.size();
      INFO(count << " of " << extent << ", round " << round);
      CHECK(distinct(values, extent, ScalarType::Int64, 1) == expected);
      CHECK(distinct(values, extent, ScalarType::Int64, 4) == expected);
      CHECK(find_repeated(question(count, extent, 8), values.data(), ScalarType::Int64).has_value() ==
            !expected);
    }
  }
}

TEST_CASE("the repeated index names the first two iterations that meet") {
  const std::vector<int64_t> values{5, 1, 2, -1, 5};
  const auto repeated = find_repeated(question(5, 6, 8), values.data(), ScalarType::Int64);
  REQUIRE(repeated);
  CHECK(repeated->first == 0);
  CHECK(repeated->second == 3);
  CHECK(repeated->value == -1);
  const std::vector<int64_t> outside{5, 9};
  const auto wrong = find_repeated(question(2, 6, 8), outside.data(), ScalarType::Int64);
  REQUIRE(wrong);
  CHECK(wrong->first == wrong->second);
}

TEST_CASE("long axes and long loops cost more") {
  CHECK(cost_of_inspection(question(1000, 1000, 8), 1) < cost_of_inspection(question(2000, 2000, 8), 1));
  CHECK(cost_of_inspection(question(1 << 20, 1 << 20, 8), 8) <
        cost_of_inspection(question(1 << 20, 1 << 20, 8), 1));
}
