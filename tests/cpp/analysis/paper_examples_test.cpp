// Worked examples and figures: papers/1 is unPython and jit4GPU, section 4; papers/2 is jit4OpenCL, section
// III. What they say of groups of accesses is in tests/cpp/grouping.
#include "analysis/descriptor_overlap.h"
#include "analysis/enclosure.h"
#include "analysis/tiles.h"
#include "random_descriptors.h"

using namespace unpython;
using namespace unpython::analysis;
using namespace unpython::test;

namespace {

constexpr UnknownIndex kI = 0;
constexpr UnknownIndex kJ = 1;
constexpr UnknownIndex kK = 2;

Descriptor of(int64_t base, std::initializer_list<Dimension> dims, int64_t width = 1) {
  return make_descriptor(base, {dims.begin(), dims.size()}, width);
}

LinearForm form(int64_t constant, std::initializer_list<LinearForm::Term> terms) {
  LinearForm sum(constant);
  for (const LinearForm::Term& term : terms)
    sum = *LinearForm::add_scaled(sum, LinearForm::of(term.unknown), term.coefficient);
  return sum;
}

/// Loops with constant bounds, kI, kJ, ... in this order.
Domain box(std::initializer_list<int64_t> extents) {
  Domain d;
  UnknownIndex unknown = 0;
  for (const int64_t extent : extents) d.add_loop(unknown++, LinearForm(extent));
  return d;
}

}  // namespace

TEST_CASE("papers/1 section 4.2: A[i + j + 1][2 i + 2] of char A[P][80] over a triangular domain") {
  Domain d;
  d.add_loop(kI, LinearForm(100));
  d.add_loop(kJ, form(5, {{1, kI}}));
  const LinearForm row = form(1, {{1, kI}, {1, kJ}});
  const LinearForm column = form(2, {{2, kI}});
  const auto address = LinearForm::add_scaled(column, row, 80);
  CHECK(*address == form(82, {{82, kI}, {80, kJ}}));
  CHECK(d.points() == 100 * 99 / 2 + 100 * 5);
  CHECK(*map_form(*address, 1, d) == of(82, {{82, 100}, {80, 104}}));
  CHECK(*interval(enclose(*address, 1, d)->set) == IntegerRange{82, 82 + 82 * 99 + 80 * 103});
}

TEST_CASE("papers/1 figure 4: 3 i + 2 over [0, 5) packs into five elements") {
  const Descriptor d = of(2, {{3, 5}});
  CHECK(addresses(d) == std::vector<int64_t>{2, 5, 8, 11, 14});
  CHECK(element_count(d) == 5);
  for (int64_t i = 0; i < 5; ++i) CHECK(order_number(d, 3 * i + 2) == i);
  CHECK(*packed_address(*enclose(form(2, {{3, kI}}), 1, box({5}))) == LinearForm::of(kI));
}

TEST_CASE("papers/1 figure 5: intervals overlap, interleaved accesses do not") {
  const Descriptor a = of(0, {{2, 5}});
  const Descriptor b = of(1, {{2, 5}});
  CHECK(*interval(a) == IntegerRange{0, 8});
  CHECK(*interval(b) == IntegerRange{1, 9});
  CHECK(overlap(a, b) == Overlap::Never);
}

TEST_CASE("papers/1 figure 6: each access touches at most one place of a period") {
  const int64_t s = 5;
  const int64_t u = 3;
  const Descriptor first = of(0, {{s, u}});
  for (int64_t distance = 0; distance < 30; ++distance) {
    const Descriptor other = of(distance, {{s, u}});
    for (int64_t k = -1; k < 12; ++k) {
      const Descriptor period = of(k * s, {{1, s}});
      int64_t places = 0;
      for (const int64_t address : addresses(other))
        places += address >= k * s && address < (k + 1) * s ? 1 : 0;
      CHECK(places <= 1);
      CHECK((overlap(other, period) == Overlap::Certain) == (places == 1));
      if (k < 0 || k >= u + distance / s + 1) CHECK(overlap(first, period) == Overlap::Never);
    }
  }
}

TEST_CASE("papers/1 figure 7: three accesses of stride 4, two of them meet nobody") {
  const Descriptor a = of(0, {{4, 5}});
  const Descriptor b = of(5, {{4, 5}});
  const Descriptor c = of(15, {{4, 5}});
  CHECK(overlap(a, b) == Overlap::Never);
  CHECK(overlap(b, c) == Overlap::Never);
  CHECK(overlap(a, c) == Overlap::Never);
  // Phases 0, 1, 3: out of phase, whatever the distance; in phase they meet.
  CHECK(overlap(a, of(4 * 4, {{4, 5}})) == Overlap::Certain);
}

TEST_CASE("papers/1 figure 8: A[i][j] is restricted while j stays in its row") {
  const int64_t n = 80;
  const LinearForm address = form(0, {{n, kI}, {1, kJ}});
  CHECK(is_restricted(address, 1, box({50, n})));
  CHECK(element_count(*map_form(address, 1, box({50, n}))) == 50 * n);
  CHECK_FALSE(is_restricted(address, 1, box({50, n + 1})));
  CHECK(*set_form(*map_form(address, 1, box({50, n + 1}))) == of(0, {{1, 49 * n + n + 1}}));
}

TEST_CASE("papers/1 definition 1: the span of j within the stride of i") {
  const auto restricted = [](int64_t s1, int64_t s2, int64_t u2) {
    return is_restricted(of(0, {{s1, 10}, {s2, u2}}));
  };
  CHECK(restricted(13, 3, 5));
  CHECK_FALSE(restricted(12, 3, 5));
  CHECK(restricted(-13, 3, 5));
  CHECK(is_restricted(of(0, {{3, 5}, {13, 10}})));  // any order of loops
}

TEST_CASE("papers/1 theorem 1: restricted addresses ascend in lexicographic order") {
  for_random_instances([](Random& random) {
    const auto set = set_form(random_descriptor(random));
    if (!is_restricted(*set)) return;
    const std::vector<int64_t> in_order = addresses(*set);
    REQUIRE(std::is_sorted(in_order.begin(), in_order.end(), std::less_equal<>()));
  });
}

TEST_CASE("papers/1 section 4.3.4: 16 i + 5 j and 16 i + 5 j + 1 break constraint 14 and meet") {
  const Descriptor f1 = of(0, {{16, 8}, {5, 4}});
  const Descriptor f2 = of(1, {{16, 8}, {5, 4}});
  CHECK(is_restricted(f1));
  CHECK_FALSE(leaves_room_for_interleaving(f1));
  CHECK(overlap(f1, f2) == Overlap::Certain);
  CHECK(leaves_room_for_interleaving(of(0, {{20, 8}, {5, 4}})));
  CHECK(overlap(of(0, {{20, 8}, {5, 4}}), of(1, {{20, 8}, {5, 4}})) == Overlap::Never);
}

TEST_CASE("papers/1 theorem 2: with room, copies within the smallest stride never meet") {
  for_random_instances([](Random& random) {
    const auto set = set_form(random_descriptor(random));
    Descriptor d = *set;
    d.width = 1;
    if (d.is_empty() || d.rank == 0 || !leaves_room_for_interleaving(d)) return;
    Descriptor copy = d;
    copy.base += random.draw(1, d.dims().back().stride);
    if (copy.base - d.base == d.dims().back().stride) return;
    CAPTURE(d, copy);
    REQUIRE(overlap(d, copy) == Overlap::Never);
  });
}

TEST_CASE("papers/1 section 4.4: halving two parallel loops makes four tiles") {
  const Domain d = box({100, 60, 7});
  const auto tiles = Tiles::cut(d, std::vector<TileSize>{{kI, 50}, {kJ, 30}});
  REQUIRE(tiles->count() == 4);
  for (int64_t number = 0; number < 4; ++number) CHECK(tiles->tile(number).points() == 50 * 30 * 7);
}

TEST_CASE("papers/2 figure 1: 2 i + 12 j, nine effective places of a region of 29") {
  const LinearForm f = form(0, {{2, kI}, {12, kJ}});
  const auto e = enclose(f, 1, box({3, 3}));
  CHECK(is_restricted(f, 1, box({3, 3})));
  CHECK(*interval(e->set) == IntegerRange{0, 28});
  CHECK(element_count(e->set) == 9);
  // Theorem 2: g(i, j) = i + 3 j, without holes.
  CHECK(*packed_address(*e) == form(0, {{1, kI}, {3, kJ}}));
}

TEST_CASE("papers/2 section III.A: packed strides are products (three dimensions)") {
  const Descriptor d = of(0, {{1000, 4}, {100, 5}, {7, 6}});
  const auto strides = packed_strides(d);
  CHECK((*strides)[0] == 30);
  CHECK((*strides)[1] == 6);
  CHECK((*strides)[2] == 1);
  for (int64_t order = 0; order < 120; ++order) CHECK(order_number(d, *address_of_order(d, order)) == order);
}

TEST_CASE(
    "papers/2 corollary 1: tiles of a restricted descriptor touch disjoint places, together all of them") {
  const LinearForm f = form(3, {{100, kI}, {7, kJ}, {1000, kK}});
  const Domain d = box({9, 14, 5});
  REQUIRE(is_restricted(f, 1, d));
  const auto tiles = Tiles::cut(d, std::vector<TileSize>{{kI, 4}, {kJ, 5}, {kK, 2}});
  std::set<int64_t> all;
  size_t sum = 0;
  for (int64_t number = 0; number < tiles->count(); ++number) {
    const auto part = as_set(addresses(enclose(f, 1, tiles->tile(number))->set));
    sum += part.size();
    all.insert(part.begin(), part.end());
  }
  CHECK(sum == all.size());
  CHECK(all == as_set(addresses(enclose(f, 1, d)->set)));
}

TEST_CASE("papers/2 section III.C: the order number of an element and back to its index vector") {
  // D = (1..4, 2..7): lower bounds, strides 40 and 3.
  Domain d;
  d.add(kI, {1, 4});
  d.add(kJ, {2, 7});
  const auto e = enclose(form(0, {{40, kI}, {3, kJ}}), 1, d);
  for (int64_t i = 1; i <= 4; ++i) {
    for (int64_t j = 2; j <= 7; ++j) {
      const int64_t order = (i - 1) * 6 + (j - 2);
      CHECK(order_number(e->set, 40 * i + 3 * j) == order);
      CHECK(address_of_order(e->set, order) == 40 * i + 3 * j);
      CHECK(packed_address(*e)->at(Point{i, j}) == order);
      CHECK(order % 6 == j - 2);  // the inner index is Order mod (u - l)
    }
  }
}

TEST_CASE("papers/2 listing 4: tiles of A[x, k] and B[k, y] are as large as a group of 16 * 16 threads") {
  const int64_t n = 64;
  const Domain d = box({n, n, n});
  const auto tiles = Tiles::cut(d, std::vector<TileSize>{{kI, 16}, {kJ, 16}, {kK, 16}});
  CHECK(tiles->count() == 64);
  const LinearForm a = form(0, {{4 * n, kI}, {4, kK}});
  const LinearForm b = form(0, {{4 * n, kK}, {4, kJ}});
  for (int64_t number = 0; number < tiles->count(); ++number) {
    const Domain tile = tiles->tile(number);
    for (const LinearForm& address : {a, b}) {
      CHECK(is_restricted(address, 4, tile));  // a tile of a restricted descriptor is one
      const auto e = enclose(address, 4, tile);
      CHECK(e->exact);
      CHECK(element_count(e->set) == 16 * 16);
    }
  }
}
