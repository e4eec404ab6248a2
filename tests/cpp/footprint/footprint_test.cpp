// Sets of elements against sets of points.
#include "footprint/footprint.h"

#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <set>

using namespace unpython::footprint;

namespace {

using Points = std::set<std::array<int64_t, 2>>;

Box random_box(std::mt19937_64& random) {
  Box box;
  for (size_t d = 0; d < 2; ++d) {
    const auto low = static_cast<int64_t>(random() % 8);
    box.set(d, low, low - 1 + static_cast<int64_t>(random() % 8), static_cast<int64_t>(1 + random() % 4));
  }
  return box;
}

std::vector<Box> random_boxes(std::mt19937_64& random) {
  std::vector<Box> boxes;
  for (size_t n = random() % 6; n-- > 0;) boxes.push_back(random_box(random));
  return boxes;
}

void add_points(const Box& box, Points& points) {
  for (int64_t i = box.low[0]; i <= box.high[0]; i += box.step[0]) {
    for (int64_t j = box.low[1]; j <= box.high[1]; j += box.step[1]) points.insert({i, j});
  }
}

Points points_of(const std::vector<Box>& boxes) {
  Points points;
  for (const Box& box : boxes) add_points(box, points);
  return points;
}

/// Each element is in one box.
Points points_of(const Footprint& part) {
  const Points points = points_of(part.boxes());
  CHECK(part.elements() == static_cast<int64_t>(points.size()));
  return points;
}

}  // namespace

TEST_CASE("footprint: unions and differences have the points of sets") {
  std::mt19937_64 random(1);
  for (int n = 0; n < 2000; ++n) {
    const std::vector<Box> boxes_a = random_boxes(random);
    const std::vector<Box> boxes_b = random_boxes(random);
    const Footprint a(boxes_a);
    const Footprint b(boxes_b);
    const Points in_a = points_of(boxes_a);
    const Points in_b = points_of(boxes_b);
    CHECK(points_of(a) == in_a);
    Points both = in_a;
    both.insert(in_b.begin(), in_b.end());
    Footprint sum = a;
    sum.add(b);
    CHECK(points_of(sum) == both);
    Points rest;
    for (const auto& point : in_a) {
      if (!in_b.contains(point)) rest.insert(point);
    }
    CHECK(points_of(a.without(b)) == rest);
    CHECK(a.meets(b) == (rest.size() < in_a.size()));
    CHECK(sum.contains(a));
    CHECK(a.contains(b) == (both.size() == in_a.size()));
    CHECK((a == b) == (in_a == in_b));
  }
}

TEST_CASE("footprint: what continues is one box") {
  std::vector<Box> rows;
  for (int64_t i = 0; i < 100; ++i) {
    Box row;
    row.set(0, 3 * i, 3 * i);
    row.set(1, 10, 50, 2);
    rows.push_back(row);
  }
  const Footprint all(rows);
  REQUIRE(all.boxes().size() == 1);
  CHECK(all.boxes()[0].step[0] == 3);
  CHECK(all.elements() == 2100);
}
