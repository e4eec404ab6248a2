#include "analysis/descriptor.h"

#include "analysis/descriptor_overlap.h"
#include "random_descriptors.h"

using namespace unpython;
using namespace unpython::analysis;
using namespace unpython::test;

namespace {

Descriptor of(int64_t base, std::initializer_list<Dimension> dims, int64_t width = 1) {
  return make_descriptor(base, {dims.begin(), dims.size()}, width);
}

bool is_in_set_form(const Descriptor& d) {
  for (size_t m = 0; m < d.dims().size(); ++m) {
    if (d.dims()[m].stride <= 0 || d.dims()[m].extent < 2) return false;
    if (m > 0 && d.dims()[m - 1].stride <= d.dims()[m].stride) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("set form: the empty set first of all, then what does not move, then signs") {
  CHECK(set_form(of(3, {{0, 5}, {2, 0}}))->is_empty());
  CHECK(*set_form(of(3, {{0, 5}, {7, 1}})) == of(3, {}));
  CHECK(*set_form(of(30, {{-3, 4}})) == of(21, {{3, 4}}));
  CHECK(*set_form(of(0, {{4, 3}, {12, 5}})) == of(0, {{4, 15}}));
  CHECK(*set_form(of(0, {{4, 3}, {12, 5}}), false) == of(0, {{12, 5}, {4, 3}}));
  // x[i + p], and rows that overlap by one.
  CHECK(*set_form(of(0, {{8, 100}, {8, 3}})) == of(0, {{8, 102}}));
  CHECK(*set_form(of(0, {{16, 4}, {8, 3}})) == of(0, {{8, 9}}));
  CHECK(*set_form(of(0, {{16, 4}, {8, 1}})) == of(0, {{16, 4}}));
}

TEST_CASE("set form holds the same addresses") {
  for_random_instances([](Random& random) {
    const Descriptor d = random_descriptor(random);
    CAPTURE(d);
    for (const bool merge : {false, true}) {
      const auto set = set_form(d, merge);
      REQUIRE(set);
      CAPTURE(*set);
      REQUIRE(set->is_empty() == d.is_empty());
      if (!d.is_empty()) REQUIRE(is_in_set_form(*set));
      REQUIRE(as_set(addresses(*set)) == as_set(addresses(d)));
    }
  });
}

TEST_CASE("interval, index count and exact element counts agree with enumeration") {
  int64_t counted = 0;
  int64_t all = 0;
  for_random_instances([&](Random& random) {
    const Descriptor d = random_descriptor(random);
    CAPTURE(d);
    const std::set<int64_t> units = touched(d);
    const auto range = interval(d);
    REQUIRE(range);
    REQUIRE(range->is_empty() == units.empty());
    if (!units.empty()) REQUIRE(*range == IntegerRange{*units.begin(), *units.rbegin()});
    REQUIRE(*index_count(d) == static_cast<int64_t>(addresses(d).size()));
    const auto elements = element_count(d);
    if (elements) REQUIRE(*elements == static_cast<int64_t>(as_set(addresses(d)).size()));
    const auto touched_count = touched_units(d);
    if (touched_count) REQUIRE(*touched_count == static_cast<int64_t>(units.size()));
    counted += elements ? 1 : 0;
    ++all;
  });
  CHECK(counted * 2 > all);  // the closed form is not an excuse
}

TEST_CASE("restricted: no two points touch a common unit (theorem 1)") {
  int64_t restricted = 0;
  int64_t one_to_one = 0;
  for_random_instances([&](Random& random) {
    const Descriptor d = random_descriptor(random);
    CAPTURE(d);
    std::vector<int64_t> sorted = addresses(d);
    std::sort(sorted.begin(), sorted.end());
    bool apart = true;
    for (size_t i = 1; i < sorted.size(); ++i) apart = apart && sorted[i] - sorted[i - 1] >= d.width;
    if (is_restricted(d)) REQUIRE(apart);
    restricted += is_restricted(d) ? 1 : 0;
    one_to_one += apart ? 1 : 0;
  });
  CHECK(restricted * 3 > one_to_one * 2);
}

TEST_CASE("order numbers are packed addresses, and there and back is where one was") {
  for_random_instances([](Random& random) {
    const auto set = set_form(random_descriptor(random));
    if (!is_restricted(*set)) return;
    CAPTURE(*set);
    const std::set<int64_t> all = as_set(addresses(*set));
    int64_t expected = 0;
    for (const int64_t address : all) {
      REQUIRE(order_number(*set, address) == expected);
      REQUIRE(address_of_order(*set, expected) == address);
      ++expected;
    }
    REQUIRE_FALSE(address_of_order(*set, expected));
    REQUIRE_FALSE(address_of_order(*set, -1));
    const int64_t probe = random.draw(-30, 200);
    REQUIRE(order_number(*set, probe).has_value() == (all.count(probe) == 1));
  });
}

TEST_CASE("unit and cells: mixed widths become cells of one width") {
  for_random_instances([](Random& random) {
    std::vector<Descriptor> members;
    for (int64_t i = random.draw(1, 3); i > 0; --i) members.push_back(random_descriptor(random, 4));
    const auto unit = common_unit(members);
    const bool all_empty =
        std::all_of(members.begin(), members.end(), [](const Descriptor& d) { return d.is_empty(); });
    REQUIRE(unit.has_value() == !all_empty);
    if (!unit) return;
    REQUIRE(*unit >= 1);
    const auto first =
        std::find_if(members.begin(), members.end(), [](const Descriptor& d) { return !d.is_empty(); });
    for (const Descriptor& d : members) {
      if (d.is_empty()) continue;
      CAPTURE(d, *unit);
      const auto cells = in_cells(d, *unit, first->base, true);
      REQUIRE(cells);
      std::set<int64_t> expected;
      for (const int64_t touched_unit : touched(d)) {
        const int64_t distance = touched_unit - first->base;
        expected.insert(distance >= 0 ? distance / *unit : -((-distance + *unit - 1) / *unit));
      }
      REQUIRE(as_set(addresses(*cells)) == expected);
    }
  });
}

TEST_CASE("complex numbers beside their imaginary parts share bytes") {
  const Descriptor z = of(0, {{16, 10}}, 16);
  const Descriptor imaginary = of(8, {{16, 10}}, 8);
  CHECK(common_unit(std::vector{z, imaginary}) == 8);
  CHECK(*in_cells(z, 8, 0, true) == of(0, {{2, 10}, {1, 2}}));
  CHECK(*in_cells(imaginary, 8, 0, true) == of(1, {{2, 10}, {1, 1}}));
  CHECK(overlap(z, imaginary) == Overlap::Certain);
  const Descriptor real = of(0, {{16, 10}}, 8);
  CHECK(overlap(real, imaginary) == Overlap::Never);
}

TEST_CASE("overlap is decided exactly") {
  for_random_instances([](Random& random) {
    const Descriptor a = random_descriptor(random);
    Descriptor b = random_descriptor(random);
    if (random.chance(40)) {  // a shifted copy, as neighbour reads are
      b = a;
      b.base += random.draw(-15, 15);
    }
    CAPTURE(a, b);
    const std::set<int64_t> left = touched(a);
    const std::set<int64_t> right = touched(b);
    const bool meet = std::any_of(left.begin(), left.end(), [&](int64_t u) { return right.count(u) == 1; });
    REQUIRE(overlap(a, b) == (meet ? Overlap::Certain : Overlap::Never));
  });
}

TEST_CASE("is_inside says what enumeration says, where it says something") {
  int64_t decided = 0;
  int64_t instances = 0;
  for_random_instances([&](Random& random) {
    const Descriptor outer = random_descriptor(random);
    Descriptor inner = random_descriptor(random, 3);
    if (random.chance(60)) {  // a part of outer
      inner = outer;
      for (Dimension& dimension : inner.dims()) {
        const int64_t first = random.draw(0, std::max<int64_t>(0, dimension.extent - 1));
        inner.base += first * dimension.stride;
        dimension.extent = random.draw(0, dimension.extent - first);
      }
    }
    CAPTURE(inner, outer);
    const std::set<int64_t> small = touched(inner);
    const std::set<int64_t> large = touched(outer);
    const bool expected = std::includes(large.begin(), large.end(), small.begin(), small.end());
    const auto answer = is_inside(inner, outer);
    if (answer) REQUIRE(*answer == expected);
    decided += answer ? 1 : 0;
    ++instances;
  });
  CHECK(decided * 10 > instances * 8);
}
