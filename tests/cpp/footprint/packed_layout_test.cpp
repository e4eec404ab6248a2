// Each element of what is packed has a place of its own, inside the buffer, and copies go there.
#include "footprint/packed_layout.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <vector>

using namespace unpython;
using namespace unpython::footprint;

namespace {

constexpr int64_t kRows = 40;
constexpr int64_t kColumns = 60;

struct Sample {
  std::vector<int32_t> memory = std::vector<int32_t>(kRows * kColumns);
  CallArray array{.rank = 2, .item_bytes = 4};
  Sample() {
    for (size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int32_t>(i);
    array.host.data = memory.data();
    array.host.extents[0] = kRows;
    array.host.extents[1] = kColumns;
    array.host.stride_bytes[0] = 4 * kColumns;
    array.host.stride_bytes[1] = 4;
    array.placed.strides = {kColumns, 1};
    array.dimensions = ordered_dimensions(array.placed, 2);
  }
};

Box box_of(int64_t i, int64_t j, int64_t i_step = 1, int64_t rows = 1, int64_t j_step = 1,
           int64_t columns = 1) {
  Box box;
  box.set(0, i, i + (rows - 1) * i_step, i_step);
  box.set(1, j, j + (columns - 1) * j_step, j_step);
  return box;
}

/// Checks that each element of `part` has a place of its own among `elements`, and that copies go there.
void check_places(const Sample& sample, const Footprint& part, const PlacedArray& placed, int64_t elements) {
  const auto* host = reinterpret_cast<const std::byte*>(sample.memory.data());
  std::vector<int32_t> buffer(static_cast<size_t>(elements), -1);
  for (const runtime::StridedCopy& copy : copies_of(sample.array, part, placed, host)) {
    const runtime::PackedRange range = runtime::range_of(copy);
    REQUIRE(range.begin >= 0);
    REQUIRE(range.end <= 4 * elements);
    runtime::pack(copy, {0, 4 * elements}, host, reinterpret_cast<std::byte*>(buffer.data()));
  }
  std::set<int64_t> places;
  for (const Box& box : part.boxes()) {
    for (int64_t i = box.low[0]; i <= box.high[0]; i += box.step[0]) {
      for (int64_t j = box.low[1]; j <= box.high[1]; j += box.step[1]) {
        const int64_t place = placed.first + placed.place(0, i) + placed.place(1, j);
        CHECK(places.insert(place).second);
        REQUIRE(place >= 0);
        REQUIRE(place < elements);
        CHECK(buffer[static_cast<size_t>(place)] == i * kColumns + j);
        CHECK(placed.place(0, i) + placed.place(1, j) <= placed.last);
        if (!placed.backwards) CHECK(placed.place(0, i) + placed.place(1, j) >= 0);
      }
    }
  }
}

/// Checks a layout that must be found.
PackedLayout check(const Footprint& part, const Footprint& stored = {}) {
  const Sample sample;
  const std::optional<PackedLayout> layout = pack_footprint(sample.array, part, stored);
  REQUIRE(layout);
  check_places(sample, part, layout->placed, layout->elements);
  return *layout;
}

/// Rows from low + low_slope * i to high + high_slope * i.
Footprint rows_between(int64_t low, int64_t low_slope, int64_t high, int64_t high_slope, int64_t first = 0,
                       int64_t last = kRows - 1) {
  std::vector<Box> rows;
  for (int64_t i = first; i <= last; ++i) {
    const int64_t begin = low + low_slope * i;
    rows.push_back(box_of(i, begin, 1, 1, 1, high + high_slope * i - begin + 1));
  }
  return Footprint(rows);
}

}  // namespace

TEST_CASE("packed_layout: windows, columns and steps are boxes without gaps") {
  for (const Box& box : {box_of(3, 4, 1, 10, 1, 20), box_of(0, 7, 1, kRows), box_of(1, 2, 3, 13, 4, 14),
                         box_of(5, 0, 2, 10, 1, kColumns)}) {
    const PackedLayout layout = check(box);
    CHECK(layout.packing == Packing::Box);
    CHECK(layout.elements == footprint::elements(box));
  }
}

TEST_CASE("packed_layout: the elements of each residue lie side by side") {
  const auto residues = [](std::vector<int64_t> firsts, int64_t step) {
    std::vector<Box> boxes;
    for (const int64_t first : firsts)
      boxes.push_back(box_of(2, first, 1, 30, step, (kColumns - 1 - first) / step + 1));
    return Footprint(boxes);
  };
  CHECK(check(residues({0, 1}, 5)).elements == 30 * 24);
  CHECK(check(residues({1, 2, 4}, 6)).elements == 30 * (4 * 9 + 4));
  CHECK(check(residues({0, 4}, 5)).elements == 30 * 26);  // 4 comes with the 0 of the next period
  CHECK(check(residues({0, 1, 2, 3}, 5)).placed.axes[1] == kernel::Axis{});  // nearly all of each line
}

TEST_CASE("packed_layout: what comes back lies apart from what lies between it") {
  const Box stored = box_of(2, 0, 1, 30, 4, 15);
  const PackedLayout layout = check(Footprint({stored, box_of(2, 2, 1, 30, 4, 15)}), stored);
  CHECK(layout.elements == 30 * 30);
  CHECK(layout.placed.axes[1] == kernel::Axis{4, 0, 2, 2});
  const PackedLayout thirds = check(Footprint({stored, box_of(2, 3, 1, 30, 4, 14)}), stored);
  CHECK(thirds.placed.axes[1].width == 2);
}

TEST_CASE("packed_layout: diagonals and bands lie row behind row") {
  for (const int64_t slope : {1, -1}) {
    for (const int64_t width : {1, 4}) {
      std::vector<Box> rows;
      for (int64_t i = 0; i < kRows; ++i)
        rows.push_back(box_of(i, slope > 0 ? i : kRows - i, 1, 1, 1, width));
      const PackedLayout layout = check(Footprint(rows));
      CHECK(layout.packing == Packing::Skew);
      CHECK(layout.elements == kRows * width);
    }
  }
}

TEST_CASE("packed_layout: rows of triangles and trapezoids lie row behind row") {
  for (const Footprint& part :
       {rows_between(0, 0, 0, 1), rows_between(0, 1, kColumns - 1, 0), rows_between(20, 0, 20, 1),
        rows_between(kRows, -1, kRows, 0), rows_between(0, 1, 5, -1, 0, 2), rows_between(-10, 1, -10, 2, 10, 30),
        rows_between(40, -1, 40, 0, 3, 39), rows_between(0, 0, -17, 2, 9, 36)}) {
    const PackedLayout layout = check(part);
    CHECK(layout.packing == Packing::Trapezoid);
    CHECK(layout.elements == part.elements());
  }
}

TEST_CASE("packed_layout: a triangle that was collected by columns is copied by rows") {
  const Sample sample;
  std::vector<Box> columns;
  for (int64_t j = 0; j < kRows; ++j) columns.push_back(box_of(j, j, 1, kRows - j));
  const Footprint part(columns);
  const PackedLayout layout = check(part);
  CHECK(layout.elements == kRows * (kRows + 1) / 2);
  const auto* host = reinterpret_cast<const std::byte*>(sample.memory.data());
  CHECK(copies_of(sample.array, part, layout.placed, host).size() <= kRows);
}

TEST_CASE("packed_layout: tiles of rows that lie behind each other are rows, or boxes where those are less") {
  Sample sample;
  const Footprint whole = rows_between(0, 1, kColumns - 1, 0);
  sample.array.placed = check(whole).placed;
  std::mt19937_64 random(6);
  int rows = 0;
  for (int n = 0; n < 200; ++n) {
    const auto i = static_cast<int64_t>(random() % kRows);
    const int64_t j = n % 2 == 0 ? 0 : static_cast<int64_t>(random() % kColumns);
    const int64_t width = n % 2 == 0 ? kColumns : 1 + static_cast<int64_t>(random() % kColumns) % (kColumns - j);
    const int64_t height = 1 + static_cast<int64_t>(random() % 10) % (kRows - i);
    const Footprint part = whole.within(box_of(i, j, 1, height, 1, width));
    if (part.is_empty()) continue;
    const Region region = packed_region(sample.array, *part.hull());
    CHECK(region.bytes <= 4 * footprint::elements(*part.hull()));
    const PlacedArray placed = placed_in(sample.array, region);
    check_places(sample, part, placed, region.bytes / 4);
    rows += placed.remainder_strides[0] != 0;
  }
  CHECK(rows > 20);
}

TEST_CASE("packed_layout: random parts") {
  std::mt19937_64 random(4);
  int packed = 0;
  for (int n = 0; n < 300; ++n) {
    std::vector<Box> boxes;
    const auto step = static_cast<int64_t>(1 + random() % 7);
    for (size_t count = 1 + random() % 3; count-- > 0;) {
      const auto i = static_cast<int64_t>(random() % 10);
      const auto j = static_cast<int64_t>(random() % 20);
      boxes.push_back(box_of(i, j, static_cast<int64_t>(1 + random() % 3),
                             1 + static_cast<int64_t>(random() % 8), step,
                             1 + static_cast<int64_t>(random() % 5)));
    }
    const Footprint part(boxes);
    const Footprint stored = n % 2 == 0 ? Footprint() : Footprint(boxes[0]);
    if (!pack_footprint(Sample().array, part, stored)) continue;
    check(part, stored);
    ++packed;
  }
  CHECK(packed > 100);
}
