// The five rules, each against enumeration of all addresses.
#include "grouping/layout.h"

#include <catch2/catch.hpp>

#include "random_descriptors.h"

using namespace unpython;
using namespace unpython::grouping;
using analysis::Descriptor;
using analysis::Dimension;
using analysis::make_descriptor;
using test::for_random_instances;
using test::Random;

namespace {

std::set<int64_t> touched(Members members) {
  std::set<int64_t> result;
  for (const Descriptor& member : members) result.merge(test::touched(member));
  return result;
}

/// The address of every cell of the buffer, by enumeration of the frame.
std::vector<int64_t> unpacked(const Layout& layout) {
  std::vector<int64_t> result;
  for (const int64_t start : test::addresses(layout.frame)) {
    for (const int64_t residue : layout.residues) result.push_back(start + residue);
  }
  return result;
}

/// What every layout must keep: the frame is one-to-one and ascending, and every member cell has its place in
/// it.
void check_layout(const Layout& layout, Members members) {
  const std::vector<int64_t> cells = unpacked(layout);
  REQUIRE(static_cast<int64_t>(cells.size()) == layout.cells);
  REQUIRE(std::adjacent_find(cells.begin(), cells.end(), std::greater_equal<>()) == cells.end());
  REQUIRE(layout.packed_bases.size() == members.size());
  for (size_t m = 0; m < members.size(); ++m) {
    Descriptor packed = members[m];
    packed.base = layout.packed_bases[m];
    for (size_t k = 0; k < packed.dims().size(); ++k) packed.dims()[k].stride = layout.packed_strides[k];
    const std::vector<int64_t> places = test::addresses(packed);
    const std::vector<int64_t> wanted = test::addresses(members[m]);
    for (size_t i = 0; i < places.size(); ++i) {
      REQUIRE((places[i] >= 0 && places[i] < layout.cells));
      REQUIRE(cells[static_cast<size_t>(places[i])] == wanted[i]);
    }
  }
}

/// Members with the same random strides, small enough to be enumerated.
std::vector<Descriptor> draw_members(Random& random, int64_t rank, int64_t most, int64_t base_range) {
  std::vector<int64_t> strides;
  int64_t stride = random.draw(1, 4);
  for (int64_t k = 0; k < rank; ++k) {
    strides.insert(strides.begin(), stride);
    stride = random.chance(70) ? stride * random.draw(2, 7) + random.draw(0, 3) : stride + random.draw(1, 6);
  }
  std::vector<Descriptor> members;
  const bool equal_extents = random.chance(50);
  std::vector<Dimension> dims;
  for (int64_t count = random.draw(1, most); count > 0; --count) {
    if (!equal_extents || members.empty()) {
      dims.clear();
      for (const int64_t s : strides) dims.push_back({s, random.draw(1, 5)});
    }
    members.push_back(make_descriptor(random.draw(-base_range, base_range), dims));
  }
  return members;
}

Descriptor box(int64_t base, std::initializer_list<Dimension> dims) {
  return make_descriptor(base, std::span(dims.begin(), dims.size()));
}
Descriptor line(int64_t base, int64_t stride, int64_t extent) { return box(base, {{stride, extent}}); }

bool equal_extents(Members members) {
  return std::all_of(members.begin(), members.end(), [&](const Descriptor& member) {
    return std::ranges::equal(member.dims(), members.front().dims());
  });
}

}  // namespace

TEST_CASE("rule 1 on random descriptors: exact, wherever all points of the index box ascend") {
  for_random_instances([](Random& random) {
    const auto members = draw_members(random, random.draw(0, 3), 1, 50);
    const auto layout = lay_out_single(members);
    REQUIRE(layout.has_value() == analysis::is_restricted(members.front()));
    if (!layout) return;
    check_layout(*layout, members);
    CHECK(layout->cells == static_cast<int64_t>(touched(members).size()));
  });
}

TEST_CASE("rule 2 on random descriptors: q max(u_j + v_j) cells") {
  for_random_instances([](Random& random) {
    const auto members = draw_members(random, 1, 6, 40);
    const auto layout = lay_out_equal(members);
    REQUIRE(layout);
    check_layout(*layout, members);
    const int64_t stride = members.front().dims()[0].stride;
    int64_t first = INT64_MAX;
    for (const Descriptor& member : members) first = std::min(first, member.base);
    std::set<int64_t> residues;
    int64_t periods = 0;
    for (const Descriptor& member : members) {
      residues.insert((member.base - first) % stride);
      periods = std::max(periods, member.dims()[0].extent + (member.base - first) / stride);
    }
    CHECK(layout->cells == static_cast<int64_t>(residues.size()) * periods);
  });
}

TEST_CASE("rule 3 on random descriptors: q |D| cells, exact for equal extents") {
  for_random_instances([](Random& random) {
    const auto members = draw_members(random, random.draw(0, 3), 4, random.draw(0, 3));
    const auto layout = lay_out_interleaved(members);
    if (!layout) return;
    check_layout(*layout, members);
    if (equal_extents(members)) CHECK(layout->cells == static_cast<int64_t>(touched(members).size()));
  });
}

TEST_CASE("rule 4 on random descriptors: a frame that holds every member") {
  int64_t found = 0;
  int64_t asked = 0;
  for_random_instances([&](Random& random) {
    const auto members = draw_members(random, random.draw(1, 3), 5, random.draw(1, 60));
    const auto layout = lay_out_by_program(members, 500);
    ++asked;
    if (!layout) return;
    ++found;
    check_layout(*layout, members);
  });
  CHECK(10 * found > asked);
}

TEST_CASE("rule 5 on random descriptors: every cell between the lowest and the highest") {
  for_random_instances([](Random& random) {
    const auto members = draw_members(random, random.draw(0, 3), 4, 60);
    const int64_t alignment = random.draw(1, 4);
    const int64_t origin = random.draw(-20, 20);
    const auto layout = lay_out_interval(members, origin, alignment);
    REQUIRE(layout);
    check_layout(*layout, members);
    CHECK((origin - layout->frame.base) % alignment == 0);
    const std::set<int64_t> all = touched(members);
    CHECK(layout->cells >= *all.rbegin() - *all.begin() + 1);
    CHECK(layout->cells < *all.rbegin() - *all.begin() + 1 + alignment);
  });
}

namespace {

/// The least w_1 u'_1 + w_2 u'_2 over all bases b' of one period of `row`; shifts follow from the base.
std::optional<int64_t> least_cost(Members members, int64_t row) {
  const int64_t rows = members.front().dims()[0].extent;
  const int64_t columns = members.front().dims()[1].extent;
  int64_t first = INT64_MAX;
  for (const Descriptor& member : members) first = std::min(first, member.base);
  std::optional<int64_t> best;
  for (int64_t base = first - row + 1; base <= first; ++base) {
    int64_t high = 0;
    int64_t wide = 0;
    for (const Descriptor& member : members) {
      high = std::max(high, rows + (member.base - base) / row);
      wide = std::max(wide, columns + (member.base - base) % row);
    }
    const int64_t cost = columns * high + rows * wide;
    if (wide <= row && (!best || cost < *best)) best = cost;
  }
  return best;
}

}  // namespace

TEST_CASE("rule 4 finds the least frame that exhaustive search finds") {
  for_random_instances(
      [](Random& random) {
        const int64_t row = random.draw(6, 12);
        const int64_t rows = random.draw(2, 3);
        const int64_t columns = random.draw(2, 3);
        std::vector<Descriptor> members;
        for (int64_t count = random.draw(2, 3); count > 0; --count) {
          members.push_back(box(random.draw(0, 2) * row + random.draw(-2, 2), {{row, rows}, {1, columns}}));
        }
        const std::optional<int64_t> best = least_cost(members, row);
        const auto layout = lay_out_by_program(members, 500);
        REQUIRE(layout.has_value() == best.has_value());
        if (!best) return;
        const auto dims = layout->frame.dims();
        CHECK(columns * dims[0].extent + rows * dims[1].extent == *best);
      },
      1000);
}

TEST_CASE("papers/1, figure 4: f(i) = 3 i + 2 over [0, 5) is five cells in order") {
  const std::vector<Descriptor> members{line(2, 3, 5)};
  const auto layout = lay_out_single(members);
  REQUIRE(layout);
  CHECK(layout->cells == 5);
  CHECK(unpacked(*layout) == std::vector<int64_t>{2, 5, 8, 11, 14});
  check_layout(*layout, members);
}

TEST_CASE("papers/1, figure 5: 2 i and 2 i + 1 interleave into one interval") {
  const std::vector<Descriptor> members{line(0, 2, 5), line(1, 2, 5)};
  for (const auto& layout :
       {lay_out_equal(members), lay_out_interleaved(members), lay_out_interval(members)}) {
    REQUIRE(layout);
    CHECK(layout->cells == 10);
    check_layout(*layout, members);
  }
}

TEST_CASE("papers/1, figure 7: A, B and C with stride 4 and distances 5 and 15 take 3 (5 + 3) cells") {
  const std::vector<Descriptor> members{line(100, 4, 5), line(105, 4, 5), line(115, 4, 5)};
  const auto layout = lay_out_equal(members);
  REQUIRE(layout);
  CHECK(layout->residues == std::vector<int64_t>{0, 1, 3});
  CHECK(layout->cells == 24);
  CHECK(layout->packed_strides[0] == 3);
  CHECK(layout->packed_bases == std::vector<int64_t>{0, 3 * 1 + 1, 3 * 3 + 2});
  check_layout(*layout, members);
}

TEST_CASE("papers/1, figure 8: A[i][j] is packed if a row of the loop fits into a row of the array") {
  CHECK(lay_out_single(std::vector<Descriptor>{box(0, {{10, 4}, {1, 10}})})->cells == 40);
  CHECK_FALSE(lay_out_single(std::vector<Descriptor>{box(0, {{10, 4}, {1, 11}})}).has_value());
}

TEST_CASE("papers/1, theorem 2: 16 i + 5 j and the same + 1 meet for 4 columns, and interleave for 3") {
  const std::vector<Descriptor> meeting{box(0, {{16, 8}, {5, 4}}), box(1, {{16, 8}, {5, 4}})};
  CHECK(touched(meeting).size() < 64);
  CHECK_FALSE(lay_out_interleaved(meeting).has_value());
  const std::vector<Descriptor> apart{box(0, {{16, 8}, {5, 3}}), box(1, {{16, 8}, {5, 3}})};
  const auto layout = lay_out_interleaved(apart);
  REQUIRE(layout);
  CHECK(layout->cells == 2 * 24);
  check_layout(*layout, apart);
}

TEST_CASE("papers/1, algorithm 1 with ranks: residues {0, 2} of stride 4 do not collide") {
  const std::vector<Descriptor> members{box(0, {{16, 3}, {4, 3}}), box(2, {{16, 3}, {4, 3}})};
  for (const auto& layout : {lay_out_interleaved(members), lay_out_by_program(members, 500)}) {
    REQUIRE(layout);
    CHECK(layout->cells == 18);
    check_layout(*layout, members);
  }
}

TEST_CASE("papers/2, figure 1: 2 i + 12 j over 3 x 3 packs into 9 cells, i + 3 j") {
  const std::vector<Descriptor> members{box(0, {{12, 3}, {2, 3}})};
  const auto layout = lay_out_single(members);
  REQUIRE(layout);
  CHECK(layout->cells == 9);
  CHECK(layout->packed_strides[0] == 3);
  CHECK(layout->packed_strides[1] == 1);
}

TEST_CASE("papers/2, packed strides of three dimensions are products, not sums") {
  const auto layout = lay_out_single(std::vector<Descriptor>{box(0, {{100, 2}, {10, 3}, {1, 4}})});
  REQUIRE(layout);
  CHECK(layout->packed_strides[0] == 12);
  CHECK(layout->packed_strides[1] == 4);
  CHECK(layout->packed_strides[2] == 1);
}

TEST_CASE("rule 4 on the interior of a 5-point stencil: 8 x 8 of rows of 20, no more") {
  std::vector<Descriptor> members;
  for (const int64_t base : {21, 1, 41, 20, 22}) members.push_back(box(base, {{20, 6}, {1, 6}}));
  const auto layout = lay_out_by_program(members, 500);
  REQUIRE(layout);
  CHECK(layout->cells == 64);
  check_layout(*layout, members);
}

TEST_CASE("rule 4 with different extents: block, column and row of an elimination step share one block") {
  // n = 8 of rows of 9, k = 2: a[i, j], a[i, k], a[k, j] for i, j > 2.
  const std::vector<Descriptor> members{box(3 * 9 + 3, {{9, 5}, {1, 5}}), box(3 * 9 + 2, {{9, 5}, {1, 1}}),
                                        box(2 * 9 + 3, {{9, 1}, {1, 5}})};
  const auto layout = lay_out_by_program(members, 500);
  REQUIRE(layout);
  CHECK(layout->cells == 36);
  check_layout(*layout, members);
}

TEST_CASE("rule 4: rows without room for the shift of another member have no frame") {
  const std::vector<Descriptor> members{box(0, {{8, 4}, {1, 8}}), box(1, {{8, 4}, {1, 8}})};
  CHECK_FALSE(lay_out_by_program(members, 500).has_value());
}

TEST_CASE("numbers near 2^62: a layout or none, never a wrong one") {
  const int64_t huge = int64_t{1} << 62;
  const std::vector<Descriptor> far{line(-huge, 1, 4), line(huge, 1, 4)};
  CHECK_FALSE(lay_out_equal(far).has_value());
  CHECK_FALSE(lay_out_interval(far).has_value());
  CHECK(lay_out_single(std::vector<Descriptor>{line(0, 1, huge)})->cells == huge);
  const std::vector<Descriptor> wide{box(0, {{huge, 2}, {1, huge}}), box(1, {{huge, 2}, {1, huge}})};
  CHECK_FALSE(lay_out_interleaved(wide).has_value());
  CHECK_FALSE(lay_out_by_program(wide, 500).has_value());
}
