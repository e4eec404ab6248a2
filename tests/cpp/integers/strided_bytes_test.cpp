#include "integers/strided_bytes.h"

#include <set>

#include "property.h"

using namespace unpython::integers;
using namespace unpython::test;

namespace {

std::set<int64_t> enumerate(const StridedBytes& bytes) {
  std::set<int64_t> places{bytes.first};
  for (const StridedBytes::Dimension& dim : bytes.dims) {
    std::set<int64_t> more;
    for (const int64_t place : places) {
      for (int64_t i = 0; i < dim.extent; ++i) more.insert(place + dim.stride * i);
    }
    places = std::move(more);
  }
  std::set<int64_t> all;
  for (const int64_t place : places) {
    for (int64_t byte = 0; byte < bytes.width; ++byte) all.insert(place + byte);
  }
  return all;
}

StridedBytes random_bytes(Random& random) {
  StridedBytes bytes{.first = random.draw(-30, 30), .width = random.pick({1, 2, 4, 8})};
  for (int64_t d = random.draw(0, 3); d > 0; --d)
    bytes.dims.push_back(
        {.stride = random.draw(-20, 20), .extent = random.draw(random.chance(5) ? 0 : 1, 5)});
  return bytes;
}

}  // namespace

TEST_CASE("strided bytes meet where enumeration finds a common one") {
  for_random_instances([](Random& random) {
    const StridedBytes a = random_bytes(random);
    StridedBytes b = random_bytes(random);
    if (random.chance(40)) {  // views beside each other in one array
      b = a;
      b.first += random.draw(-15, 15);
    }
    const std::set<int64_t> left = enumerate(a);
    const std::set<int64_t> right = enumerate(b);
    const bool meet =
        std::any_of(left.begin(), left.end(), [&](int64_t byte) { return right.contains(byte); });
    REQUIRE(may_meet(a, b) == meet);
  });
}

TEST_CASE("halves of rows and real parts do not meet, nor do numbers that leave 64 bits deny it") {
  const StridedBytes left{.first = 0, .width = 8, .dims = {{8000, 1000}, {8, 500}}};
  StridedBytes right = left;
  right.first = 4000;
  CHECK_FALSE(may_meet(left, right));
  right.first = 3999;
  CHECK(may_meet(left, right));
  CHECK_FALSE(
      may_meet({.first = 0, .width = 8, .dims = {{16, 100}}}, {.first = 8, .width = 8, .dims = {{16, 100}}}));
  CHECK(may_meet({.first = INT64_MIN, .width = 8}, {.first = INT64_MAX, .width = 8}));
}
