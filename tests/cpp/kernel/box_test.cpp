#include "kernel/box.h"

#include <catch2/catch.hpp>
#include <random>

using namespace unpython::kernel;

namespace {

Box random_box(std::mt19937_64& random) {
  Box box;
  for (size_t d = 0; d < 3; ++d) {
    box.low[d] = static_cast<int64_t>(random() % 5);
    box.high[d] = box.low[d] - 1 + static_cast<int64_t>(random() % 4);
  }
  return box;
}

template <class Visit>
void for_each_point(const Visit& visit) {
  for (int64_t i = -1; i < 9; ++i) {
    for (int64_t j = -1; j < 9; ++j) {
      for (int64_t k = -1; k < 9; ++k) {
        Box point;
        point.low = point.high = {i, j, k};
        visit(point);
      }
    }
  }
}

}  // namespace

TEST_CASE("box: a difference has each point of the first that the second lacks, once") {
  std::mt19937_64 random(1);
  for (int n = 0; n < 300; ++n) {
    const Box a = random_box(random);
    const Box b = random_box(random);
    const std::vector<Box> parts = difference(a, b);
    for_each_point([&](const Box& point) {
      int times = 0;
      for (const Box& part : parts) times += contains(part, point) ? 1 : 0;
      CHECK(times == (contains(a, point) && !contains(b, point) ? 1 : 0));
    });
  }
}

TEST_CASE("box: boxes meet where they have a common point") {
  std::mt19937_64 random(2);
  for (int n = 0; n < 300; ++n) {
    const Box a = random_box(random);
    const Box b = random_box(random);
    bool common = false;
    for_each_point([&](const Box& point) { common |= contains(a, point) && contains(b, point); });
    if (!is_empty(a) && !is_empty(b)) CHECK(meet(a, b) == common);
    CHECK(contains(bounding(a, b), a));
  }
}
