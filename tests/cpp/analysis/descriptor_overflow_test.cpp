// Numbers near 2^62: an answer is right, in 128 bits, or there is none.
#include "analysis/descriptor_overlap.h"
#include "analysis/enclosure.h"
#include "analysis/tiles.h"
#include "random_descriptors.h"

using namespace unpython;
using namespace unpython::analysis;
using namespace unpython::test;

namespace {

using Wide = __int128;

/// Any magnitude up to 2^62 and a bit more, small ones and the ends of 64 bits among them.
int64_t large(Random& random) {
  if (random.chance(3)) return random.pick({INT64_MIN, INT64_MAX, INT64_MIN + 1, INT64_MAX - 1});
  const int64_t bits = random.draw(0, 62);
  const int64_t value = random.draw(0, (int64_t{1} << bits) - 1 + (int64_t{1} << bits));
  return random.chance(50) ? value : -value;
}

Descriptor large_descriptor(Random& random) {
  Descriptor d;
  d.base = large(random);
  d.width = random.pick({1, 4, 8, 16});
  d.rank = static_cast<int>(random.draw(0, 4));
  for (Dimension& dimension : d.dims()) {
    dimension.stride = random.chance(40) ? random.draw(-64, 64) : large(random);
    dimension.extent = random.chance(40) ? random.draw(1, 9) : std::max<int64_t>(1, large(random));
  }
  return d;
}

struct Ends {
  Wide low = 0;
  Wide high = 0;
};

Ends ends(const Descriptor& d) {
  Ends e{d.base, Wide{d.base} + d.width - 1};
  for (const Dimension& dimension : d.dims()) {
    const Wide span = Wide{dimension.stride} * (dimension.extent - 1);
    (span < 0 ? e.low : e.high) += span;
  }
  return e;
}

/// An address of d within 64 bits, if a few draws find one.
std::optional<int64_t> some_address(Random& random, const Descriptor& d) {
  for (int i = 0; i < 4; ++i) {
    Wide address = d.base;
    for (const Dimension& dimension : d.dims())
      address += Wide{dimension.stride} * random.draw(0, dimension.extent - 1);
    if (address >= INT64_MIN && address <= INT64_MAX) return static_cast<int64_t>(address);
  }
  return std::nullopt;
}

Wide value_at(const LinearForm& form, const Point& point) {
  Wide sum = form.constant();
  for (const LinearForm::Term& term : form.terms())
    sum += Wide{term.coefficient} * point[static_cast<size_t>(term.unknown)];
  return sum;
}

}  // namespace

TEST_CASE("overflow: intervals, counts and set forms are right or unknown") {
  int64_t answered = 0;
  for_random_instances([&](Random& random) {
    const Descriptor d = large_descriptor(random);
    CAPTURE(d);
    const Ends truth = ends(d);
    if (const auto range = interval(d)) {
      REQUIRE((Wide{range->low} == truth.low && Wide{range->high} == truth.high));
      ++answered;
    }
    if (const auto count = index_count(d)) {
      unsigned __int128 product = 1;
      for (const Dimension& dimension : d.dims()) product *= static_cast<unsigned __int128>(dimension.extent);
      REQUIRE(product == static_cast<unsigned __int128>(*count));
    }
    for (const bool merge : {false, true}) {
      const auto set = set_form(d, merge);
      if (!set) continue;
      const Ends turned = ends(*set);
      REQUIRE((turned.low == truth.low && turned.high == truth.high));
    }
  });
  CHECK(answered > 0);
}

TEST_CASE("overflow: order numbers of restricted descriptors come back") {
  for_random_instances([](Random& random) {
    const auto set = set_form(large_descriptor(random));
    if (!set || !is_restricted(*set) || set->is_empty()) return;
    CAPTURE(*set);
    const auto address = some_address(random, *set);
    if (!address) return;
    const auto order = order_number(*set, *address);
    if (order) REQUIRE(address_of_order(*set, *order) == *address);
  });
}

TEST_CASE("overflow: descriptors that meet are never said to be apart") {
  for_random_instances([](Random& random) {
    const Descriptor a = large_descriptor(random);
    Descriptor b = large_descriptor(random);
    const auto in_a = some_address(random, a);
    const auto in_b = some_address(random, b);
    if (!in_a || !in_b) return;
    const Wide base = Wide{b.base} + *in_a - *in_b;
    if (base < INT64_MIN || base > INT64_MAX) return;
    b.base = static_cast<int64_t>(base);
    CAPTURE(a, b, *in_a);
    REQUIRE(overlap(a, b) != Overlap::Never);
    if (const auto inside = is_inside(a, b)) {
      const auto range = interval(a);
      REQUIRE(range);
      if (*inside) REQUIRE(interval(b)->low <= range->low);
    }
  });
}

TEST_CASE("overflow: domains keep their points, enclosures their addresses") {
  for_random_instances([](Random& random) {
    Point point;
    Domain d;
    const int rank = static_cast<int>(random.draw(1, 3));
    LinearForm address(large(random));
    for (int u = 0; u < rank; ++u) {
      const int64_t a = large(random);
      const int64_t b = large(random);
      d.add(u, {std::min(a, b), std::max(a, b)});
      point.push_back(random.draw(std::min(a, b), std::max(a, b)));
      const auto sum = LinearForm::add_scaled(address, LinearForm::of(u),
                                              random.chance(50) ? random.draw(-9, 9) : large(random));
      if (sum) address = *sum;
    }
    for (int64_t guards = random.draw(0, 2); guards > 0; --guards) {
      LinearForm guard(large(random));
      for (int u = 0; u < rank; ++u) {
        const auto sum = LinearForm::add_scaled(guard, LinearForm::of(u), random.draw(-3, 3));
        if (sum) guard = *sum;
      }
      if (value_at(guard, point) >= 0) d.require(guard);
    }
    REQUIRE_FALSE(d.is_empty());
    for (int u = 0; u < rank; ++u) REQUIRE(d.range_of(u).contains(point[static_cast<size_t>(u)]));
    CAPTURE(address);
    const Wide value = value_at(address, point);
    if (const auto range = d.over(address)) REQUIRE((range->low <= value && value <= range->high));
    const auto e = enclose(address, 8, d);
    if (!e) return;
    Wide place = e->set.base;
    for (size_t m = 0; m < e->set.dims().size(); ++m) {
      const Wide index = value_at(e->index[m], point);
      REQUIRE((0 <= index && index < e->set.dims()[m].extent));
      place += index * e->set.dims()[m].stride;
    }
    REQUIRE(place == value);
    if (!is_restricted(e->set)) return;
    if (const auto packed = packed_address(*e)) {
      const Wide number = value_at(*packed, point);
      REQUIRE(number >= 0);
      if (const auto count = index_count(e->set)) REQUIRE(number < *count);
    }
  });
}

TEST_CASE("overflow: large triangles are counted, larger ones unknown") {
  const auto triangle = [](int64_t n) {
    Domain d;
    d.add_loop(0, LinearForm(n));
    d.add_loop(1, LinearForm::of(0));
    return d.points();
  };
  const int64_t n = int64_t{1} << 32;
  CHECK(triangle(n) == static_cast<int64_t>(Wide{n} * (n - 1) / 2));
  CHECK_FALSE(triangle(int64_t{1} << 33));
  CHECK_FALSE(triangle(int64_t{1} << 62));
}

TEST_CASE("overflow: extents near 2^62 through zero strides are one address") {
  Domain d;
  d.add_loop(0, LinearForm(int64_t{1} << 62));
  d.add_loop(1, LinearForm(10));
  const auto e = enclose(LinearForm::of(1, 8), 8, d);
  CHECK(e->set == make_descriptor(0, std::vector<Dimension>{{8, 10}}, 8));
  CHECK(e->exact);
  CHECK_FALSE(d.box_points());
  const auto tiles = Tiles::cut(d, std::vector<TileSize>{{0, int64_t{1} << 61}});
  CHECK(tiles->count() == 2);
  CHECK(tiles->tile(1).range_of(0) == IntegerRange{int64_t{1} << 61, (int64_t{1} << 62) - 1});
}

TEST_CASE("overflow: tiles at the end of 64 bits") {
  Domain d;
  d.add(0, {INT64_MAX - 10, INT64_MAX - 1});
  const auto tiles = Tiles::cut(d, std::vector<TileSize>{{0, 4}});
  REQUIRE(tiles->count() == 3);
  CHECK(tiles->tile(2).range_of(0) == IntegerRange{INT64_MAX - 2, INT64_MAX - 1});
}
