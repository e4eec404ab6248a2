// Products whose results are triangles: they are tiled, read nothing outside of the part that runs, and keep their bits.
#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "run_program.h"
#include "scheduled_kernel.h"
#include "transform/groups/grid_tiles.h"
#include "transform/groups/group_shapes.h"
#include "transform/shared_reads/find_reuse.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using test::ScheduledKernel;

namespace {

/// for i in range(n): for j in range(COLUMNS): for k in range(m): c[i, j + FIRST] += a[i, k] * w[j + FIRST, k]
struct Triangle : Program {
  explicit Triangle(ScalarType type = ScalarType::Float64) : Program("triangle"), element(type) {
    f.disjoint_arguments = true;
  }
  ScalarType element;
  ArrayId a = array("a", element, 2);
  ArrayId w = array("w", element, 2);
  ArrayId c = array("c", element, 2);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId k = counter("k");
  ExprId rows = b.extent(c, 0);
  ExprId at(ArrayId array, ExprId first, ExprId second) { return b.load(array, {first, second}); }
  ExprId product(ExprId column) { return b.mul(at(a, b.read(i), b.read(k)), at(w, column, b.read(k))); }

  Function with(ExprId columns, Block body) {
    f.body = {b.loop(i, rows, LoopMark::Parallel, {b.loop(j, columns, LoopMark::Parallel, std::move(body))})};
    return std::move(f);
  }
  StmtId add(ExprId column) {
    const std::vector<ExprId> place{b.read(i), column};
    return b.loop(k, b.extent(a, 1), LoopMark::Sequential,
                  {b.store(c, place, b.add(b.load(c, place), product(column)))});
  }
  Function lower(int64_t more) { return with(b.add(b.read(i), b.int64(more)), {add(b.read(j))}); }
  Function upper() {
    return with(b.sub(rows, b.read(i)), {add(b.add(b.read(i), b.read(j)))});
  }
  Function where(ExprId condition) { return with(rows, {b.if_then(condition, {add(b.read(j))})}); }
  Function scaled() {
    const std::vector<ExprId> place{b.read(i), b.read(j)};
    const StmtId half = b.store(c, place, b.mul(b.load(c, place), b.number(element, 3)));
    return with(b.add(b.read(i), b.int64(1)), {half, add(b.read(j))});
  }
};

int check_tiled(const Function& source, const test::Arguments& arguments, bool wide) {
  ScheduledKernel s = test::only_kernel(source);
  if (wide) s.layout.alignment.assign(s.kernel.arrays.size(), 16);
  if (wide) s.layout.range_steps = {4, 4};
  const test::Run expected = test::run(s.function, arguments);
  int tiled = 0;
  for (const transform::GroupShape& shape : transform::group_shapes()) {
    if (!shape.name.starts_with("tile_") && !shape.name.starts_with("multiply_tiles")) continue;
    const auto grouped = test::made(shape.group(s.function, s.kernel, s.layout, test::large_device()));
    if (!grouped) continue;
    ++tiled;
    INFO(shape.name << "\n" << print(grouped->function));
    check(grouped->function, "testing triangles");
    test::check_same(expected, test::run(grouped->function, arguments));
  }
  return tiled;
}

template <class Element = double>
test::Arguments operands(int64_t n, int64_t depth) {
  const auto numbers = [](int64_t count, double factor) {
    std::vector<Element> result(static_cast<size_t>(count));
    for (size_t at = 0; at < result.size(); ++at)
      result[at] = static_cast<Element>(1.0 / (static_cast<double>(at) * factor + 3) - 0.01);
    return result;
  };
  const ScalarType type = std::is_same_v<Element, double> ? ScalarType::Float64 : ScalarType::Float32;
  test::Arguments result;
  result.template array<Element>(type, {n, depth}, numbers(n * depth, 1))
      .template array<Element>(type, {n, depth}, numbers(n * depth, 0.7))
      .template array<Element>(type, {n, n}, numbers(n * n, 1.1));
  return result;
}

transform::LaunchFacts launch(int64_t n) { return {.extents = {n, n, 1}, .value = {}, .extent = {}}; }

}  // namespace

TEST_CASE("triangles: tiles give the bits of single iterations, at every edge") {
  for (const auto& [n, depth] : std::vector<std::array<int64_t, 2>>{{5, 3}, {36, 17}, {130, 17}}) {
    for (const bool wide : {false, true}) {
      if (wide && n % 4 != 0) continue;
      CAPTURE(n, depth, wide);
      const test::Arguments given = operands(n, depth);
      CHECK(check_tiled(Triangle().lower(1), given, wide) == 7);
      CHECK(check_tiled(Triangle().upper(), given, wide) == 7);
      if (n > 100) continue;  // which has many tiles: the forms below differ in their sides alone
      CHECK(check_tiled(Triangle().lower(0), given, wide) == 7);
      CHECK(check_tiled(Triangle().lower(-3), given, wide) == 7);
      CHECK(check_tiled(Triangle().scaled(), given, wide) == 7);
      Triangle t;
      const ExprId above = t.b.compare(CompareOp::Greater, t.b.read(t.j), t.b.mul(t.b.read(t.i), t.b.int64(2)));
      CHECK(check_tiled(t.where(above), given, wide) == 7);
    }
  }
}

TEST_CASE("triangles: float32 has tiles of four sizes, whose operands come wide through registers") {
  for (const bool wide : {false, true}) {
    const test::Arguments given = operands<float>(36, wide ? 67 : 17);
    CAPTURE(wide);
    CHECK(check_tiled(Triangle(ScalarType::Float32).lower(1), given, wide) == 4);
    Triangle box(ScalarType::Float32);
    const StmtId add = box.add(box.b.read(box.j));
    CHECK(check_tiled(box.with(box.rows, {add}), given, wide) == 4);
  }
}

TEST_CASE("triangles: two slanted sides, and conditions of other forms, are no triangle") {
  const auto read = [](const Function& f) {
    const ScheduledKernel s = test::only_kernel(f);
    return transform::guarded_body(s.function, s.kernel);
  };
  Triangle band;
  const ExprId near = band.b.logical_and(
      band.b.compare(CompareOp::LessEqual, band.b.read(band.j), band.b.read(band.i)),
      band.b.compare(CompareOp::Greater, band.b.add(band.b.read(band.j), band.b.int64(4)), band.b.read(band.i)));
  CHECK_FALSE(read(band.where(near)));
  Triangle odd;
  const ExprId equal = odd.b.compare(CompareOp::Equal, odd.b.read(odd.j), odd.b.read(odd.i));
  CHECK_FALSE(read(odd.where(equal)));
  Triangle element;
  const ExprId positive = element.b.compare(CompareOp::Less, element.b.float64(0),
                                            element.at(element.w, element.b.read(element.j), element.b.int64(0)));
  CHECK_FALSE(read(element.where(positive)));
}

TEST_CASE("triangles: the tiles that run are counted") {
  const ScheduledKernel s = test::only_kernel(Triangle().lower(1));
  const auto body = transform::guarded_body(s.function, s.kernel);
  REQUIRE(body);
  CHECK(transform::tiles_that_run(launch(4096), *body, {128, 128}) == 528);
  CHECK(transform::tiles_that_run(launch(4096), *body, {256, 128}) == 272);
  CHECK(transform::tiles_that_run(launch(1), *body, {64, 64}) == 1);
  const transform::TileCost tile{.extents = {128, 128}, .groups = 2, .fill = 20, .cost = 106};
  CHECK(transform::time_of_tiles(launch(4096), *body, tile, 90, 132) == 4.0 * 128 * 128 * 100 * 106);
  CHECK(transform::time_of_tiles(launch(64), *body, tile, 90, 132) == 1.0 * 128 * 128 * 100 * 106);
  const transform::TileCost beside{.extents = {64, 64}, .beside = 8};  // 136 tiles
  CHECK(transform::time_of_tiles(launch(1024), *body, beside, 10, 132) == 1.0 * 64 * 64 * 10 * 100);
  transform::LaunchFacts corner = launch(100);  // j < i + 1 in rows 0 .. 100 of columns 60 .. 160
  corner.firsts[0] = 60;
  CHECK(transform::tiles_that_run(corner, *body, {10, 10}) == 10);
}

TEST_CASE("triangles: two products in one iteration, and scaled ones, are those of the unit") {
  const test::Arguments given = operands(38, 35);
  for (const bool scaled : {false, true}) {
    Triangle t;
    const std::vector<ExprId> place{t.b.read(t.i), t.b.read(t.j)};
    const auto add = [&](ArrayId left, ArrayId right) {
      ExprId first = t.at(left, t.b.read(t.i), t.b.read(t.k));
      if (scaled && left == t.a) first = t.b.mul(t.b.float64(1.1), first);
      const ExprId product = t.b.mul(first, t.at(right, t.b.read(t.j), t.b.read(t.k)));
      return t.b.store(t.c, place, t.b.add(t.b.load(t.c, place), product));
    };
    const StmtId both = t.b.loop(t.k, t.b.extent(t.a, 1), LoopMark::Sequential, {add(t.a, t.w), add(t.w, t.a)});
    CHECK(check_tiled(t.with(t.b.add(t.b.read(t.i), t.b.int64(1)), {both}), given, false) == 8);
  }
  Triangle chained;  // the sum of two products in one expression
  const auto product_of = [&](ArrayId left, ArrayId right) {
    return chained.b.mul(chained.at(left, chained.b.read(chained.i), chained.b.read(chained.k)),
                         chained.at(right, chained.b.read(chained.j), chained.b.read(chained.k)));
  };
  const std::vector<ExprId> element{chained.b.read(chained.i), chained.b.read(chained.j)};
  const ExprId first = chained.b.add(chained.b.load(chained.c, element), product_of(chained.a, chained.w));
  const StmtId sum = chained.b.loop(chained.k, chained.b.extent(chained.a, 1), LoopMark::Sequential,
                                    {chained.b.store(chained.c, element, chained.b.add(first, product_of(chained.w, chained.a)))});
  CHECK(check_tiled(chained.with(chained.b.add(chained.b.read(chained.i), chained.b.int64(1)), {sum}), given, false) == 8);

  Triangle one;
  const std::vector<ExprId> place{one.b.read(one.i), one.b.read(one.j)};
  const ExprId product = one.b.mul(one.b.mul(one.b.float64(1.1), one.at(one.a, one.b.read(one.i), one.b.read(one.k))),
                                   one.at(one.w, one.b.read(one.j), one.b.read(one.k)));
  const StmtId add = one.b.loop(one.k, one.b.extent(one.a, 1), LoopMark::Sequential,
                                {one.b.store(one.c, place, one.b.add(one.b.load(one.c, place), product))});
  CHECK(check_tiled(one.with(one.b.add(one.b.read(one.i), one.b.int64(1)), {add}), given, false) == 7);
}
