// Rows against the elements of random footprints.
#include "footprint/cut_rows.h"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace unpython;
using footprint::Box;
using footprint::Footprint;

TEST_CASE("cut_rows: the same elements, one subscript of the outer dimension in each box") {
  std::mt19937_64 random(2);
  const auto below = [&](uint64_t end) { return static_cast<int64_t>(random() % end); };
  for (int n = 0; n < 300; ++n) {
    std::vector<Box> boxes;
    for (int64_t count = 1 + below(6); count > 0; --count) {
      Box box;
      const int64_t i = below(10);
      const int64_t j = below(10);
      box.set(0, i, i + below(8), n % 5 == 0 ? 2 : 1);
      box.set(1, j, j + below(8), n % 7 == 0 ? 3 : 1);
      if (n % 3 == 0) box.set(2, 0, below(3));
      boxes.push_back(box);
    }
    const Footprint part(boxes);
    for (const size_t outer : {size_t{0}, size_t{1}}) {
      const std::vector<Box> rows = footprint::cut_rows(part, outer, 1 - outer);
      int64_t elements = 0;
      for (const Box& row : rows) {
        CHECK(row.low[outer] == row.high[outer]);
        elements += footprint::elements(row);
      }
      CHECK(elements == part.elements());
      CHECK(Footprint(rows) == part);
    }
  }
}

TEST_CASE("cut_rows: a triangle of columns has as many boxes as rows") {
  std::vector<Box> columns;
  for (int64_t j = 0; j < 50; ++j) {
    Box& box = columns.emplace_back();
    box.set(0, j, 49);
    box.set(1, j, j);
  }
  CHECK(footprint::cut_rows(Footprint(columns), 0, 1).size() == 50);
  CHECK(footprint::cut_rows(Footprint(columns), 1, 0).size() == 50);
}
