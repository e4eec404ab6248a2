#include "analysis/enclosure.h"

#include "analysis/tiles.h"
#include "random_descriptors.h"

using namespace unpython;
using namespace unpython::analysis;
using namespace unpython::test;

namespace {

std::set<int64_t> addresses(const LinearForm& address, const RandomDomain& d) {
  std::set<int64_t> result;
  for (const Point& point : d.points) result.insert(*address.at(point));
  return result;
}

/// The address of each point by the dimensions of the enclosure, each index within its extent.
void check_indices(const Enclosure& e, const LinearForm& address, const std::vector<Point>& points,
                   int64_t unit, int64_t origin) {
  for (const Point& point : points) {
    int64_t place = e.set.base;
    for (size_t m = 0; m < e.set.dims().size(); ++m) {
      const int64_t index = *e.index[m].at(point);
      REQUIRE(0 <= index);
      REQUIRE(index < e.set.dims()[m].extent);
      place += e.set.dims()[m].stride * index;
    }
    REQUIRE(origin + place * unit == *address.at(point));
  }
}

void check_box(const RandomDomain& d) {
  for (const Point& point : d.points) {
    for (size_t u = 0; u < point.size(); ++u)
      REQUIRE(d.domain.range_of(static_cast<int>(u)).contains(point[u]));
  }
}

}  // namespace

TEST_CASE("triangles: bounds propagate both ways") {
  Domain d;  // for i in range(10): for j in range(i):
  d.add_loop(0, LinearForm(10));
  d.add_loop(1, LinearForm::of(0));
  CHECK(d.range_of(0) == IntegerRange{1, 9});
  CHECK(d.range_of(1) == IntegerRange{0, 8});
  CHECK_FALSE(d.is_box());
  CHECK(d.points() == 45);
  d.require(*LinearForm::of(0, -1).plus(4));  // if i <= 4
  CHECK(d.points() == 10);
  d.require(*LinearForm::of(1).plus(-4));  // if j >= 4
  CHECK(d.is_empty());
}

TEST_CASE("a guard on one counter leaves a box") {
  Domain d;
  d.add_loop(0, LinearForm(10));
  d.require(*LinearForm::of(0, 3).plus(-4));  // 3 i >= 4
  CHECK(d.is_box());
  CHECK(d.range_of(0) == IntegerRange{2, 9});
  CHECK(d.over(*LinearForm::of(0, -2).plus(1)) == IntegerRange{-17, -3});
}

TEST_CASE("extents that nobody knows are unbounded until a guard says more") {
  Domain d;
  d.add_loop(0, LinearForm::of(7));
  CHECK_FALSE(d.over(LinearForm::of(0)));
  CHECK_FALSE(d.points());
  CHECK_FALSE(enclose(LinearForm::of(0, 8), 8, d));
  d.require(*LinearForm::of(0, -1).plus(99));  // the subscript is checked
  CHECK(d.over(LinearForm::of(0)) == IntegerRange{0, 99});
  CHECK(enclose(LinearForm::of(0, 8), 8, d)->set == make_descriptor(0, std::vector<Dimension>{{8, 100}}, 8));
}

TEST_CASE("a constraint that is too long to be kept costs exactness, not points") {
  LinearForm extent(100);
  for (int u = 1; u <= LinearForm::kMaxTerms; ++u) extent = *extent.minus(LinearForm::of(u));
  Domain d;
  for (int u = 1; u <= LinearForm::kMaxTerms; ++u) d.add(u, {0, 3});
  d.add_loop(0, extent);
  CHECK_FALSE(d.is_complete());
  CHECK_FALSE(d.is_box());
  CHECK_FALSE(d.points());
  CHECK_FALSE(enclose(LinearForm::of(1, 8), 8, d)->exact);
}

TEST_CASE("domains: the box holds them, counts are theirs") {
  int64_t counted = 0;
  int64_t all = 0;
  for_random_instances([&](Random& random) {
    const RandomDomain d = random_domain(random);
    check_box(d);
    const auto points = static_cast<int64_t>(d.points.size());
    if (d.domain.is_empty()) REQUIRE(points == 0);
    if (d.domain.is_box()) REQUIRE(d.domain.box_points() == points);
    if (d.domain.points()) REQUIRE(*d.domain.points() == points);
    counted += d.domain.points() ? 1 : 0;
    ++all;
    if (d.domain.is_empty()) return;
    const LinearForm form = random_form(random, static_cast<int>(d.extents.size()), 9);
    for (const Point& point : d.points) REQUIRE(d.domain.over(form)->contains(*form.at(point)));
  });
  CHECK(counted * 10 > all * 8);
}

TEST_CASE("tiles are disjoint and cover the domain (corollary 1 of papers/2)") {
  for_random_instances([](Random& random) {
    const RandomDomain d = random_domain(random);
    std::vector<TileSize> sizes;
    for (int u = 0; u < static_cast<int>(d.extents.size()); ++u) {
      if (random.chance(60)) sizes.push_back({u, random.pick({1, 2, 3, 4, 7, INT64_MAX})});
    }
    const auto tiles = Tiles::cut(d.domain, sizes);
    REQUIRE(tiles);
    std::map<Point, int> covered;
    for (int64_t number = 0; number < tiles->count(); ++number) {
      const Domain tile = tiles->tile(number);
      if (tile.is_empty()) continue;
      for (const Point& point : d.points) {
        bool inside = true;
        for (size_t u = 0; u < point.size(); ++u)
          inside = inside && tile.range_of(static_cast<int>(u)).contains(point[u]);
        if (inside) ++covered[point];
      }
    }
    for (const Point& point : d.points) REQUIRE(covered[point] == 1);
  });
}

TEST_CASE("enclosures hold every address, are exact where they say so") {
  for_random_instances([](Random& random) {
    const RandomDomain d = random_domain(random);
    const LinearForm address = random_address(random, static_cast<int>(d.extents.size()));
    CAPTURE(address);
    const auto e = enclose(address, 4, d.domain);
    REQUIRE(e);
    CAPTURE(e->set);
    check_indices(*e, address, d.points, 1, 0);
    const std::set<int64_t> expected = addresses(address, d);
    if (e->exact) REQUIRE(as_set(test::addresses(e->set)) == expected);
    if (e->set.is_empty()) REQUIRE(expected.empty());
  });
}

TEST_CASE("restricted addresses are one to one over triangles and guards too") {
  for_random_instances([](Random& random) {
    const RandomDomain d = random_domain(random);
    const int rank = static_cast<int>(d.extents.size());
    const LinearForm address = random_address(random, rank);
    const int64_t width = random.pick({1, 2, 4});
    if (!is_restricted(address, width, d.domain)) return;
    CAPTURE(address, width);
    std::map<int64_t, Point> owner;  // of each unit
    for (const Point& point : d.points) {
      for (int64_t unit = 0; unit < width; ++unit) {
        const auto [found, fresh] = owner.emplace(*address.at(point) + unit, point);
        if (fresh) continue;
        for (const LinearForm::Term& term : address.terms()) {
          const auto u = static_cast<size_t>(term.unknown);
          REQUIRE(found->second[u] == point[u]);
        }
      }
    }
  });
}

TEST_CASE("packed addresses are one to one, and are order numbers") {
  for_random_instances([](Random& random) {
    const RandomDomain d = random_domain(random);
    const LinearForm address = random_address(random, static_cast<int>(d.extents.size()));
    const auto e = enclose(address, 1, d.domain);
    if (e->set.is_empty() || !is_restricted(e->set)) return;
    CAPTURE(address, e->set);
    const auto packed = packed_address(*e);
    REQUIRE(packed);
    for (const Point& point : d.points) {
      const auto order = order_number(e->set, *address.at(point));
      REQUIRE(order);
      REQUIRE(*packed->at(point) == *order);
      REQUIRE(address_of_order(e->set, *order) == *address.at(point));
      REQUIRE(*order < *element_count(e->set));
    }
  });
}

TEST_CASE("members of a group keep their addresses when padded, merged and cut into cells") {
  for_random_instances([](Random& random) {
    const RandomDomain d = random_domain(random);
    if (d.points.empty()) return;
    const int rank = static_cast<int>(d.extents.size());
    std::vector<LinearForm> forms;
    std::vector<Enclosure> members;
    for (int64_t i = random.draw(1, 3); i > 0; --i) {
      forms.push_back(*random_address(random, rank).times(4));
      const auto e = enclose(forms.back(), random.pick({4, 8}), d.domain);
      REQUIRE(e);
      const auto cells = in_cells(*e, 4, forms.front().constant(), true);
      REQUIRE(cells);
      members.push_back(*cells);
    }
    const auto strides = stride_union(members);
    if (!strides) return;
    for (Enclosure& member : members) {
      const auto padded = pad(member, *strides);
      REQUIRE(padded);
      member = *padded;
    }
    std::vector<std::set<int64_t>> before;
    for (const Enclosure& member : members) before.push_back(as_set(test::addresses(member.set)));
    REQUIRE(merge_together(members));
    for (size_t i = 0; i < members.size(); ++i) {
      CAPTURE(forms[i], members[i].set);
      REQUIRE(as_set(test::addresses(members[i].set)) == before[i]);
      check_indices(members[i], forms[i], d.points, 4, forms.front().constant());
    }
  });
}
