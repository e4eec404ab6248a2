#include "footprint/box.h"

#include <catch2/catch.hpp>
#include <random>

using namespace unpython::footprint;

namespace {

Box random_box(std::mt19937_64& random) {
  Box box;
  for (size_t d = 0; d < 3; ++d) {
    const auto low = static_cast<int64_t>(random() % 5);
    const auto by = static_cast<int64_t>(1 + random() % 3);
    box.set(d, low, low - 1 + static_cast<int64_t>(random() % 6), by);
  }
  return box;
}

bool contains(const Box& outer, const Box& inner) {
  for (size_t d = 0; d < unpython::kMaxRank; ++d) {
    if (inner.low[d] < outer.low[d] || inner.high[d] > outer.high[d]) return false;
    if ((inner.low[d] - outer.low[d]) % outer.step[d] != 0) return false;
    if (inner.high[d] > inner.low[d] && inner.step[d] % outer.step[d] != 0) return false;
  }
  return true;
}

template <class Visit>
void for_each_point(const Visit& visit) {
  for (int64_t i = -1; i < 10; ++i) {
    for (int64_t j = -1; j < 10; ++j) {
      for (int64_t k = -1; k < 10; ++k) {
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

TEST_CASE("box: the common part of two boxes has the points of both") {
  std::mt19937_64 random(2);
  for (int n = 0; n < 300; ++n) {
    const Box a = random_box(random);
    const Box b = random_box(random);
    const std::optional<Box> both = is_empty(a) || is_empty(b) ? std::nullopt : common(a, b);
    int64_t points = 0;
    for_each_point([&](const Box& point) {
      const bool inside = contains(a, point) && contains(b, point);
      points += contains(a, point) ? 1 : 0;
      CHECK(inside == (both && contains(*both, point)));
    });
    CHECK(elements(a) == points);
    if (is_empty(a) || is_empty(b)) continue;
    CHECK(contains(bounding(a, b), a));
    CHECK(contains(bounding(a, b), b));
  }
}
