// Footprints of known programs: bytes of all buffers against bytes touched, by enumeration.
#include <catch2/catch.hpp>

#include "test_nest.h"

using namespace unpython;
using namespace unpython::test;
using grouping::Copy;
using grouping::Group;
using grouping::NestPlan;
using grouping::Rule;

namespace {

LinearForm plus(const LinearForm& form, int64_t value) { return *form.plus(value); }
LinearForm plus(const LinearForm& a, const LinearForm& b) { return *a.plus(b); }
LinearForm times(const LinearForm& form, int64_t factor) { return *form.times(factor); }

/// Footprint over touched bytes.
double ratio(const TestNest& test, const NestPlan& plan) {
  REQUIRE_FALSE(plan.none.has_value());
  size_t bytes = 0;
  for (const std::set<int64_t>& memory : test.touched_bytes()) bytes += memory.size();
  return static_cast<double>(plan.bytes) / static_cast<double>(bytes);
}

std::vector<Rule> rules(const NestPlan& plan) {
  std::vector<Rule> result;
  for (const Group& group : plan.groups) result.push_back(group.rule);
  return result;
}

/// c[i, j] = sum of a[i, k] b[k, j] over views with these strides.
TestNest product(int64_t n, int64_t m, int64_t l, std::vector<int64_t> a, std::vector<int64_t> b,
                 std::vector<int64_t> c) {
  TestNest test;
  const int left = test.array({n, l}, a, 8);
  const int right = test.array({l, m}, b, 8);
  const int result = test.array({n, m}, c, 8);
  const LinearForm i = test.loop(n);
  const LinearForm j = test.loop(m);
  const LinearForm k = test.loop(l);
  test.read(left, {i, k});
  test.read(right, {k, j});
  test.write(result, {i, j}, 1);
  return test;
}

/// b = neighbours of a within an n x n array whose rows are `row` elements apart; in place: b is a.
TestNest stencil5(int64_t n, int64_t row, bool in_place) {
  TestNest test;
  const int a = test.array({n, n}, {8 * row, 8}, 8);
  const int b = in_place ? a : test.array({n, n}, {8 * row, 8}, 8);
  const LinearForm i = plus(test.loop(n - 2), 1);
  const LinearForm j = plus(test.loop(n - 2), 1);
  for (const auto& [di, dj] : {std::pair{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}})
    test.read(a, {plus(i, di), plus(j, dj)});
  test.write(b, {i, j});
  return test;
}

TestNest stencil27(int64_t n, int64_t row) {
  TestNest test;
  const int a = test.array({n, n, n}, {8 * row * (n + 1), 8 * row, 8}, 8);
  const LinearForm i = plus(test.loop(n - 2), 1);
  const LinearForm j = plus(test.loop(n - 2), 1);
  const LinearForm k = plus(test.loop(n - 2), 1);
  for (int offset = 0; offset < 27; ++offset) {
    test.read(a, {plus(i, offset / 9 - 1), plus(j, offset / 3 % 3 - 1), plus(k, offset % 3 - 1)});
  }
  test.write(a, {i, j, k});
  return test;
}

/// Figure 7 of papers/1: x[4 i], x[4 i + 5], x[4 i + 15] for i < 5.
TestNest figure7(bool written) {
  TestNest test;
  const int x = test.dense({40});
  const LinearForm i = times(test.loop(5), 4);
  test.access(x, {i}, written);
  test.read(x, {plus(i, 5)});
  test.read(x, {plus(i, 15)});
  return test;
}

}  // namespace

TEST_CASE("matrix product: three packed arrays, the result not copied in, nothing else copied out") {
  const TestNest test = product(6, 5, 4, {32, 8}, {40, 8}, {40, 8});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) == 1.0);
  CHECK(rules(plan) == std::vector<Rule>(3, Rule::Single));
  CHECK(plan.bytes_in == 8 * (6 * 4 + 4 * 5));
  CHECK(plan.bytes_out == 8 * 6 * 5);
  CHECK_FALSE(plan.groups[2].partly_written);
  // A whole array is one run.
  CHECK(plan.groups[0].in ==
        std::vector<Copy>{{.host_offset = 0, .packed_offset = 0, .run_bytes = 192, .dims = {}}});
}

TEST_CASE("an exception that may end the nest makes the result be copied in") {
  CHECK(product(6, 5, 4, {32, 8}, {40, 8}, {40, 8}).plan(true).bytes_in == 8 * (6 * 4 + 4 * 5 + 6 * 5));
}

TEST_CASE("blocks of a matrix product: rows of each block, packed") {
  const TestNest test = product(6, 5, 4, {800, 8}, {800, 8}, {800, 8});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) == 1.0);
  const Copy rows{.host_offset = 0, .packed_offset = 0, .run_bytes = 32, .dims = {{6, 800, 32}}};
  CHECK(plan.groups[0].in == std::vector<Copy>{rows});
}

TEST_CASE("every second column, reversed rows and columns, broadcast rows: nothing but what is touched") {
  CHECK(ratio(product(6, 5, 4, {128, 16}, {160, 16}, {160, 16}),
              product(6, 5, 4, {128, 16}, {160, 16}, {160, 16}).plan()) == 1.0);
  CHECK(ratio(product(6, 5, 4, {-32, -8}, {40, -8}, {-40, 8}),
              product(6, 5, 4, {-32, -8}, {40, -8}, {-40, 8}).plan()) == 1.0);
  const TestNest broadcast = product(6, 5, 4, {0, 8}, {40, 0}, {40, 8});
  const NestPlan plan = broadcast.plan();
  CHECK(ratio(broadcast, plan) == 1.0);
  CHECK(plan.groups[0].elements == 4);
  CHECK(plan.groups[1].elements == 4);
}

TEST_CASE("a slab of three dimensions") {
  TestNest test;
  const int a = test.dense({9, 8, 7});
  const LinearForm i = plus(test.loop(3), 4);
  const LinearForm j = plus(test.loop(5), 1);
  const LinearForm k = plus(test.loop(4), 2);
  test.write(a, {i, j, k});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) == 1.0);
  CHECK(plan.groups[0].out.size() == 1);
  CHECK(plan.bytes_in == 0);
}

TEST_CASE("two interleaved views, one written: one buffer without holes") {
  TestNest test;
  const int even = test.array({8}, {16}, 8);
  const int odd = test.array({8}, {16}, 8, even, 8);
  const LinearForm i = test.loop(8);
  test.read(odd, {i});
  test.write(even, {i});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) == 1.0);
  CHECK(plan.groups.size() == 1);
  CHECK(plan.groups[0].arrays.size() == 2);
  CHECK(plan.bytes_in == 64);
  CHECK(plan.bytes_out == 64);
  CHECK(plan.groups[0].partly_written);
}

TEST_CASE("residues {0, 2} of stride 4") {
  TestNest test;
  const int x = test.dense({44});
  const LinearForm i = times(test.loop(10), 4);
  test.write(x, {i});
  test.read(x, {plus(i, 2)});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) == 1.0);
  CHECK(plan.accesses[0].loops == std::vector<grouping::PackedAccess::Term>{{.index = 0, .stride = 16}});
  CHECK(plan.accesses[1].base == 8);
}

TEST_CASE("papers/1, figure 7: read only in buffers of their own, written in one") {
  const TestNest read_only = figure7(false);
  CHECK(ratio(read_only, read_only.plan()) == 1.0);
  // C never meets A, but their union is what one buffer would hold.
  const TestNest written = figure7(true);
  CHECK(ratio(written, written.plan()) <= 1.6);
}

TEST_CASE(
    "5-point stencil: interior of a dense array, and of rows with room between them by the integer program") {
  const TestNest dense = stencil5(24, 24, false);
  CHECK(ratio(dense, dense.plan()) <= 1.02);
  const TestNest apart = stencil5(40, 60, false);
  const NestPlan plan = apart.plan();
  CHECK(ratio(apart, plan) <= 1.02);
  CHECK(plan.groups[0].rule == Rule::IntegerProgram);
  CHECK(plan.groups[0].elements == 40 * 40);
  const TestNest in_place = stencil5(40, 60, true);
  CHECK(in_place.plan().groups.size() == 1);
  CHECK(ratio(in_place, in_place.plan()) <= 1.02);
}

TEST_CASE("27-point stencil: one block") {
  const TestNest test = stencil27(14, 20);
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) <= 1.02);
  CHECK(rules(plan) == std::vector<Rule>{Rule::IntegerProgram});
  CHECK(plan.groups[0].elements == 14 * 14 * 14);
}

TEST_CASE("a tile of a 2-D convolution in a wide array: its halo and nothing of the rows beside it") {
  TestNest test;
  const int a = test.dense({64, 1000});
  const LinearForm i = plus(test.loop(16), 10);
  const LinearForm j = plus(test.loop(16), 500);
  const LinearForm p = test.loop(5);
  const LinearForm q = test.loop(5);
  test.read(a, {plus(i, p), plus(j, q)});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) == 1.0);
  CHECK(plan.groups[0].elements == 20 * 20);
}

TEST_CASE("tall A A: ten rows and ten columns, read only, share nothing but 100 elements") {
  TestNest test;
  const int a = test.dense({200, 200});
  const LinearForm i = test.loop(10);
  const LinearForm j = test.loop(10);
  const LinearForm k = test.loop(200);
  test.read(a, {i, k});
  test.read(a, {k, j});
  const NestPlan plan = test.plan();
  CHECK(plan.groups.size() == 2);
  CHECK(ratio(test, plan) <= 1.03);  // 4000 / 3900; 1.005 for 1000 x 1000
}

TEST_CASE(
    "A A of whole matrices is one buffer, C = A A with C a part of A's memory is another group's business") {
  TestNest test;
  const int a = test.dense({12, 12});
  const int c = test.dense({12, 12});
  const LinearForm i = test.loop(12);
  const LinearForm j = test.loop(12);
  const LinearForm k = test.loop(12);
  test.read(a, {i, k});
  test.read(a, {k, j});
  test.write(c, {i, j}, 1);
  const NestPlan plan = test.plan();
  CHECK(plan.groups.size() == 2);
  CHECK(ratio(test, plan) == 1.0);
}

TEST_CASE("A = A A in place: three accesses of different loops, one buffer") {
  TestNest test;
  const int a = test.dense({12, 12});
  const LinearForm i = test.loop(12);
  const LinearForm j = test.loop(12);
  const LinearForm k = test.loop(12);
  test.read(a, {i, k});
  test.read(a, {k, j});
  test.write(a, {i, j}, 1);
  const NestPlan plan = test.plan();
  REQUIRE(plan.groups.size() == 1);
  CHECK(plan.groups[0].read);
  CHECK(plan.groups[0].written);
  CHECK_FALSE(plan.groups[0].partly_written);
  CHECK(plan.bytes_in == plan.bytes);
  CHECK(ratio(test, plan) == 1.0);
}

TEST_CASE("an elimination step: block, column and row of different domains") {
  TestNest test;
  const int64_t n = 40;
  const int64_t k = 20;
  const int a = test.dense({n, n});
  const LinearForm i = plus(test.loop(n - k - 1), k + 1);
  const LinearForm j = plus(test.loop(n - k - 1), k + 1);
  test.read(a, {i, j});
  test.read(a, {i, LinearForm(k)});
  test.read(a, {LinearForm(k), j});
  test.write(a, {i, j});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) <= 1.02);
  CHECK(plan.bytes_out == 8 * 19 * 19);
}

TEST_CASE("a triangular update stays within its array and within twice what it touches") {
  TestNest test;
  const int a = test.array({30, 30}, {8 * 50, 8}, 8);
  const LinearForm i = test.loop(30);
  const LinearForm j = test.loop(plus(i, 1));
  test.read(a, {i, j});
  test.write(a, {i, j});
  const NestPlan plan = test.plan();
  CHECK(ratio(test, plan) <= 2.0);
  CHECK(plan.groups[0].partly_written);
  CHECK(plan.bytes_in == plan.bytes);
}

TEST_CASE("what the same iteration has written is not copied in") {
  TestNest test;
  const int a = test.dense({10, 20});
  const LinearForm i = test.loop(10);
  const LinearForm j = test.loop(20);
  test.write(a, {i, j});
  test.loop(5);
  test.read(a, {i, j});
  test.write(a, {i, j});
  CHECK(test.plan().bytes_in == 0);
}

TEST_CASE("a place that the data chooses: the whole axis, by the subscript") {
  TestNest test;
  const int x = test.dense({100});
  const int index = test.dense({10});
  const LinearForm i = test.loop(10);
  test.read(index, {i});
  test.read(x, {test.symbol({.low = 0, .high = 99}, 0)});
  const NestPlan plan = test.plan();
  REQUIRE(plan.accesses.size() == 2);
  CHECK(plan.accesses[1].loops.empty());
  CHECK(plan.accesses[1].subscripts == std::vector<grouping::PackedAccess::Term>{{.index = 0, .stride = 8}});
  CHECK(plan.groups[static_cast<size_t>(plan.accesses[1].group)].elements == 100);
}

TEST_CASE("a store under a condition that the data decides keeps what it does not reach") {
  TestNest test;
  const int a = test.dense({10});
  const LinearForm i = test.loop(10);
  const int guard = test.guard(plus(test.symbol({.low = 0, .high = 1}, 0), -1));
  test.write(a, {i}).guard = guard;
  CHECK(test.plan().bytes_in == 80);
  CHECK(test.plan().groups[0].partly_written);
  TestNest loop;
  const int b = loop.dense({10});
  loop.loop(10);
  const LinearForm trips = loop.symbol({.low = 0, .high = 1}, 0);
  loop.nest().loops.push_back(loop.nest().loops[0]);
  loop.nest().loops[1].parent = 0;
  loop.nest().loops[1].depth = 1;
  loop.nest().loops[1].extent = trips;
  loop.nest().loops[1].counter = 2;
  loop.nest().unknowns.push_back({.kind = Unknown::Kind::Counter, .loop = 1, .range = {.low = 0, .high = 0}});
  loop.write(b, {LinearForm::of(0)}, 1);
  CHECK(loop.plan().bytes_in == 80);
}

TEST_CASE("a float32 view of float64 data shares its buffer, and wide elements stay aligned") {
  TestNest test;
  const int wide = test.dense({16});
  const int narrow = test.array({32}, {4}, 4, wide, 0);
  const LinearForm i = test.loop(8);
  test.write(wide, {plus(i, 3)});
  test.read(narrow, {plus(times(i, 2), 1)});
  const NestPlan plan = test.plan();
  REQUIRE(plan.groups.size() == 1);
  CHECK(plan.accesses[0].alignment >= 8);
  CHECK(plan.accesses[1].alignment >= 4);
}

TEST_CASE("rows that are written in part and read elsewhere do not drag the columns between along") {
  TestNest test;
  const int a = test.dense({50, 1000});
  const LinearForm i = test.loop(50);
  const LinearForm j = test.loop(10);
  test.read(a, {i, plus(j, 900)});
  test.write(a, {i, j});
  const NestPlan plan = test.plan();
  CHECK(plan.groups.size() == 2);
  CHECK(ratio(test, plan) == 1.0);
}

TEST_CASE("2^31 elements and more: sizes are right") {
  TestNest test;
  const int64_t n = int64_t{1} << 31;
  const int a = test.dense({n + 10}, 4);
  const LinearForm i = test.loop(n);
  test.read(a, {plus(i, 10)});
  test.write(a, {i});
  const NestPlan plan = test.plan();
  CHECK(plan.groups.size() == 1);
  CHECK(plan.bytes == 4 * (n + 10));
  CHECK(plan.bytes_out == 4 * n);
}

TEST_CASE("extents near 2^62: a plan or a reason, and no wrong number") {
  TestNest test;
  const int64_t n = int64_t{1} << 62;
  const int a = test.array({n}, {0}, 8);
  const LinearForm i = test.loop(n);
  test.read(a, {i});
  const NestPlan plan = test.plan();
  CHECK(plan.bytes == 8);
  TestNest too_large;
  const int b = too_large.array({n}, {8}, 8);
  too_large.read(b, {too_large.loop(n)});
  CHECK(too_large.plan().none.has_value());
}

TEST_CASE("elements far apart without a pattern: no plan, and the reason") {
  TestNest test;
  const int a = test.dense({4000, 4001});
  const LinearForm i = test.loop(400);
  test.read(a, {times(i, 3), times(i, 7)});
  test.write(a, {times(i, 2), times(i, 9)});
  const NestPlan plan = test.plan();
  REQUIRE(plan.none.has_value());
  CHECK(plan.none->code == grouping::kFootprintSparse);
  CHECK(plan.accesses.empty());
}
